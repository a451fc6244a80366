"""A public header as Doxygen wants it: there a comment speaks for one declaration, and here for all up to the next blank
line or the next that has a comment.
"""
import re

COMPOUND = re.compile(
    r"\s*(template <.*> )?(struct|class|enum|namespace|union)\b|\s*(public|private|protected):|\s*#|\s*}"
)
LEFT_OUT = re.compile(r"\s*(extern template|friend)\b|.*\) (const )?(noexcept )?= (default|delete);|\s*~\w+\(\)")
OWN_COMMENT = re.compile(r"///<|/\*\*<")
OPEN, CLOSE = "([{<", ")]}>"


def for_doxygen(text):
    """With a group around the declarations that a comment speaks for, one member a declaration, and without explicit
    instantiations, friends, destructors, and what is defaulted or deleted."""
    return "\n".join(with_groups([separated(line) for line in without_special(text.split("\n"))]))


def without_special(lines):
    """Statements that are left out may have several lines."""
    result, skipping = [], False
    for line in lines:
        skipping = skipping or LEFT_OUT.match(line) is not None
        if not skipping:
            result.append(line)
        elif line.split("//")[0].rstrip().endswith((";", "}")):
            skipping = False
    return result


def split_at_commas(text):
    """At those outside of any brackets."""
    parts, depth = [""], 0
    for before, c in zip(" " + text, text):
        depth += (c in OPEN) - (c in CLOSE and before not in "-=")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def separated(line):
    """`int a, b; ///< c` as two members with that comment each."""
    code, mark, comment = line.partition("///<")
    found = re.fullmatch(r"(\s*)(.*);\s*", code)
    if not found or re.match(r"\s*(return|using|for|if)\b", found[2]):
        return line
    first, *others = split_at_commas(found[2])
    declared = re.fullmatch(r"(.*[\w>*&]\s+)\w+", re.split(r"[={]", first)[0].rstrip())
    are_names = all(re.match(r"\s*\w+\s*($|[={])", other) for other in others)
    if not others or not declared or "(" in declared[0] or not are_names:
        return line
    note = f" /**<{comment.rstrip()} */" if mark else ""
    members = [first, *(declared[1] + other.strip() for other in others)]
    return found[1] + " ".join(f"{member.strip()};{note}" for member in members)


def with_groups(lines):
    result, at = [], 0
    while at < len(lines):
        begin = at
        while at < len(lines) and re.match(r"\s*///(?!<)", lines[at]):
            at += 1
        if at == begin:
            result.append(lines[at])
            at += 1
            continue
        end, depth, declarations = at, 0, 0
        while end < len(lines):
            code = lines[end].split("//")[0]
            ends = not lines[end].strip() or lines[end].lstrip().startswith("//") or OWN_COMMENT.search(lines[end])
            if depth == 0 and (ends or COMPOUND.match(lines[end])):
                break
            depth += sum(code.count(c) for c in "{(") - sum(code.count(c) for c in "})")
            declarations += code.count("; ") + (depth == 0 and code.rstrip().endswith((";", "}")))
            end += 1
        group = declarations > 1
        result += [*lines[begin:at], *(["/// @{"] if group else []), *lines[at:end], *(["/// @}"] if group else [])]
        at = end
    return result
