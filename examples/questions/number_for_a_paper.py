# How do I put a certified number into a paper?
import tempfile
from pathlib import Path

import mixcert

data = Path(__file__).resolve().parents[1] / "data"
c = mixcert.certify(
    "hc", data / "model.safetensors", f"{data}/trajectory.safetensors:site010.X[2]", site="transformer.h.5.hc_attn"
)

# For the text: digits that are all right, and a sentence in LaTeX with the hashes of the data and of the certificate.
print("ratio", c.ratio)
print(c.quote()[:92], "...")

# For the supplement: the certificate, which others can check, and a document with theorems and steps.
with tempfile.TemporaryDirectory() as folder:
    path = c.save(Path(folder) / "certificate.json")
    print("checked:", mixcert.check(path, data=data))
    document = mixcert.prove(path, to="tex")
    print(document.splitlines()[0], f"... {document.count(chr(92) + 'section')} sections")

# prints:
# ratio 2.1041689490318733(8)
# At the state $X\in\mathbb R^{4\times64}$ of SHA-256 \texttt{f5d8b1aef86c3fa1bcc9d6f67a5b5460 ...
# checked: VERIFIED
# \documentclass[11pt,a4paper]{article} ... 7 sections
