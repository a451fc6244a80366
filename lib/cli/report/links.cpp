#include "links.hpp"

#include <string_view>

namespace mixcert::report {

std::string link_to(const std::filesystem::path& file, const std::filesystem::path& page_folder) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/",
                             hexadecimal = "0123456789ABCDEF";
  std::string url = "./";
  for (const char c : std::filesystem::relative(file, page_folder).generic_string())
    if (plain.find(c) != plain.npos)
      url += c;
    else
      url.append(
          {'%', hexadecimal[static_cast<unsigned char>(c) >> 4], hexadecimal[static_cast<unsigned char>(c) & 15]});
  return url;
}

} // namespace mixcert::report
