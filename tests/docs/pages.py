"""The Markdown files of the project: fenced blocks, headings and links."""
import re
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<language>\S*)[^\n]*\n(?P<text>.*?)^(?P=indent)(?P=fence) *$", re.M | re.S
)
NOT_RUN = re.compile(r"^# not run by the tests: (?P<reason>.+)\n")
COMMAND = re.compile(r"^\$ (?P<command>(?:.*\\\n)*.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.M)
LINK = re.compile(r"!?\[(?:[^][]|\[[^][]*\])*\]\((?P<target>[^()\s]+)(?: \"[^\"]*\")?\)")


@dataclass
class Command:
    text: str
    output: str | None = None  # None where the page shows none
    place: tuple = (0, 0)  # of the output in the page


@dataclass
class Block:
    language: str
    text: str
    line: int
    begin: int  # of the text in the page
    commands: list = field(default_factory=list)

    @property
    def not_run(self):
        """Why not, where the block says so in its first line."""
        found = NOT_RUN.match(self.text)
        return found["reason"] if found else None


def blocks_of(page):
    """The fenced blocks of a page, with the commands of those in `console`."""
    found = []
    for match in FENCE.finditer(page):
        block = Block(match["language"], match["text"], page.count("\n", 0, match.start()) + 1, match.start("text"))
        if block.language == "console":
            for command in COMMAND.finditer(block.text):
                place = tuple(block.begin + end for end in command.span("output"))
                block.commands.append(Command(command["command"], command["output"], place))
        found.append(block)
    return found


def without_code(page):
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "``", FENCE.sub("", page), flags=re.S)


def links_of(page):
    return [match["target"] for match in LINK.finditer(without_code(page))]


def anchors_of(page):
    """Of its headings, as GitHub and the site make them."""
    anchors, seen = set(), {}
    for heading in re.findall(r"^#{1,6} +(.+?) *#* *$", FENCE.sub("", page), flags=re.M):
        heading = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        count = seen[slug] = seen.get(slug, -1) + 1
        anchors.add(f"{slug}-{count}" if count else slug)
    return anchors


def pages_of(root):
    """Of the project, but not what is built in it."""
    return sorted(p for p in Path(root).rglob("*.md") if not re.match(r"build|\.", p.relative_to(root).parts[0]))
