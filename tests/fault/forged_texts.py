"""Certificates whose text is not what a certificate may be."""
import json

from edits import edited, put

DEEP = 100_000
NO_JSON = {"no bytes", "a space", "a word", "text after the end", "a second document", "a zero byte after the end", "UTF-16",
           "bytes that are not UTF-8", "version NaN", "version 1e400", "half of it", "all but the last brace"}


def texts(whole):
    """(what, how the bytes are made)"""
    yield "no bytes", lambda: b""
    yield "a space", lambda: b" "
    yield "a word", lambda: b"VERIFIED"
    yield "an empty object", lambda: b"{}"
    yield "a list", lambda: b"[]"
    yield "text after the end", lambda: whole + b"x"
    yield "a second document", lambda: whole + whole
    yield "a zero byte after the end", lambda: whole + b"\0"
    yield "CRLF", lambda: whole.replace(b"\n", b"\r\n")
    yield "one carriage return", lambda: whole.replace(b"\n", b"\r\n", 1)
    yield "UTF-16", lambda: whole.decode().encode("utf-16")
    yield "bytes that are not UTF-8", lambda: whole.replace(b'"says": "', b'"says": "\xff\xfe', 1)
    yield "version twice", lambda: whole.replace(b'"version": 1', b'"version": 1, "version": 1', 1)
    yield "a multiplicity twice", lambda: whole.replace(b'"multiplicity": ', b'"multiplicity": 1, "multiplicity": ', 1)
    yield "lo twice", lambda: whole.replace(b'"lo": ', b'"lo": "0", "lo": ', 1)
    yield "version NaN", lambda: whole.replace(b'"version": 1', b'"version": NaN', 1)
    yield "version 1e400", lambda: whole.replace(b'"version": 1', b'"version": 1e400', 1)
    yield "version 1.0", lambda: whole.replace(b'"version": 1', b'"version": 1.0', 1)
    yield "nested brackets", lambda: b"[" * DEEP
    yield "nested braces", lambda: b'{"a":' * DEEP
    deep = b'"deep": ' + b"[" * DEEP + b"]" * DEEP
    yield "nested within", lambda: whole.replace(b'"notes": ', deep + b', "notes": ', 1)
    yield "half of it", lambda: whole[: len(whole) // 2]
    yield "all but the last brace", lambda: whole.rstrip()[:-1]
    yield "a list of 2 million", lambda: whole.replace(b'"spectrum": [', b'"spectrum": [' + b"0," * 2_000_000 + b'0], "former": [', 1)
    yield "a string of 20 million", lambda: whole.replace(b'"id": "', b'"id": "' + b"x" * 20_000_000, 1)
    yield "4 million entries", lambda: whole.replace(b'"entries": [', b'"entries": [' + b'"1",' * 4_000_000, 1)


ENDS = {
    "nan": "nan",
    "inf": "inf",
    "infinity": "infinity",
    "-inf": "-inf",
    "1e400 as a lower end": "1e400",
    "1e99999": "1e99999",
    "1e9999999999": "1e9999999999",
    "a million digits": "1" + "0" * 1_000_000,
    "a hundred thousand digits": "9" * 100_000,
    "empty": "",
    "a sign": "-",
    "a comma": "1,5",
    "two points": "1.5.5",
    "a space before": " 1",
    "hexadecimal": "0x1p+0",
    "digits of another script": "\u0661",
}


def of_ends(document):
    if not document["spectrum"]:
        return
    for what, text in ENDS.items():
        yield f"an end: {what}", put(text, "spectrum", 0, "lo")
        if "lo_hex" in document["spectrum"][0]:
            hexadecimal = {"hexadecimal": "1.5", "1e400 as a lower end": "0x1p+1400"}.get(what, text)
            yield f"a hexadecimal end: {what}", put(hexadecimal, "spectrum", 0, "lo_hex")
    for exp2 in (0, 1, -1, 1 << 31, -(1 << 31), 1 << 40, "0"):
        yield f"exp2 of {exp2!r}", put(exp2, "spectrum", 0, "exp2")
    yield "an end as a number", put(1.5, "spectrum", 0, "hi")
    yield "an end null", put(None, "spectrum", 0, "lo")
    if "lo_hex" in document["spectrum"][0]:
        yield "a decimal end within the hexadecimal one", put("1e+10", "spectrum", 0, "lo")
        yield "a decimal upper end within", put("0e+00", "spectrum", 0, "hi")
        yield "one hexadecimal end", lambda d: d["spectrum"][0].pop("hi_hex")

        def many(changed):
            entry = {"lo": "1e-99999", "hi": "1e99999", "multiplicity": 1, "from": "core"}
            changed["spectrum"] = [entry] * 20_000

        yield "20000 extreme ends", many
    for i, claim in enumerate(document["claims"]):
        for name, bound in claim["bound"].items():
            if not isinstance(bound, dict):
                continue
            for what in ("nan", "inf", "1e400", "", "-0x1p+0"):
                yield f"{name}: {what}", put(what, "claims", i, "bound", name, "hi_hex")
            below = "0e+00" if float.fromhex(bound["hi_hex"]) else "-1e+00"
            yield f"{name}: a decimal below", put(below, "claims", i, "bound", name, "hi")


def forgeries(whole, document):
    yield from ((what, make) for what, make in texts(whole.encode()) if make() != whole.encode())
    for name, edit in of_ends(document):
        yield name, lambda edit=edit: json.dumps(edited(document, edit)).encode()
