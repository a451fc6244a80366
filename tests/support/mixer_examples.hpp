// Mixers with small states of several sizes, under several conventions.
#pragma once

#include "mixcert/mixer/mixer.hpp"

#include <cstddef>
#include <map>
#include <ostream>
#include <string>
#include <vector>

struct mixer_example {
  std::string mixer;
  std::size_t n, d;
  std::map<std::string, std::string> convention = {};
};

std::ostream& operator<<(std::ostream& out, const mixer_example& x);

/// Small dyadic numbers, the same ones at every call.
mixcert::mixer_input input_of(const mixer_example& x);

/// Of every mixer: the numbers of streams out of 1, 2, 3, 4, 8 that it has, and conventions that select another
/// formula.
const std::vector<mixer_example>& mixer_examples();
