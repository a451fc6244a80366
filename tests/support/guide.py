"""Code that a guide quotes."""
import re


def blocks(markdown, language):
    """The contents of the fenced blocks of that language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", markdown, flags=re.DOTALL | re.MULTILINE)


def patched(text, diff):
    """The text with a unified diff applied, each hunk at the one place where its old lines stand."""
    hunks = re.split(r"^@@.*\n", diff, flags=re.MULTILINE)[1:]
    if not hunks:
        raise ValueError("the diff has no hunk")
    for hunk in hunks:
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        if text.count(old) != 1:
            raise ValueError(f"these lines stand {text.count(old)} times in the file, not once:\n{old}")
        text = text.replace(old, new)
    return text
