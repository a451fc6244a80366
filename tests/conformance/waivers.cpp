#include "waivers.hpp"

namespace mixcert::test {

const std::map<std::string, std::string>& waived_operations() {
  static const std::string function = "not an operation of the scalar layer: no mixer needs it";
  static const std::string order =
      "not a comparison of the scalar layer: those ask what holds for all or for some members";
  static const std::string number = "not a number that the scalar layer computes of an interval";
  static const std::string decoration = "decorations are not modelled";
  static const std::string text = "the scalar layer makes intervals of numbers, not of text";
  static const std::string never = "never true: the type is non-empty by construction";
  static const std::map<std::string, std::string> all = {
      {"acos", function},
      {"acosh", function},
      {"asin", function},
      {"asinh", function},
      {"atan", function},
      {"atan2", function},
      {"atanh", function},
      {"cbrt", function},
      {"ceil", function},
      {"cos", function},
      {"cosh", function},
      {"cot", function},
      {"coth", function},
      {"csc", function},
      {"csch", function},
      {"exp10", function},
      {"exp2", function},
      {"expm1", function},
      {"floor", function},
      {"hypot", function},
      {"intersection", function},
      {"log10", function},
      {"log2", function},
      {"logp1", function},
      {"pow", function},
      {"roundTiesToAway", function},
      {"roundTiesToEven", function},
      {"sec", function},
      {"sign", function},
      {"sin", function},
      {"sinh", function},
      {"tan", function},
      {"trunc", function},

      {"interior", order},
      {"less", order},
      {"strictLess", order},

      {"mid", number},
      {"midRad", number},
      {"mig", number},
      {"rad", number},

      {"decorationPart", decoration},
      {"intervalPart", decoration},
      {"newDec", decoration},
      {"setDec", decoration},

      {"b-textToInterval", text},
      {"d-textToInterval", text},

      {"isEmpty", never},
      {"isNaI", never},
  };
  return all;
}

} // namespace mixcert::test
