"""The instances of proofs/generated: how each certificate is made, and which documents are made of it. Coq has nothing to start from in PRODUCT."""
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "proofs/generated"
EXAMPLES = ROOT / "examples/data"


@dataclass(frozen=True)
class Instance:
    name: str
    command: tuple  # with FOLDER for the folder that the certificate is to be in
    made: str  # the file that the command writes there
    formats: tuple

    @property
    def certificate(self):
        return FOLDER / f"{self.name}.certificate.json"

    def documents(self):
        """(format, file) of each."""
        return [(form, FOLDER / (self.name + (".v" if form == "coq" else f".{form}"))) for form in self.formats]

    def make(self, program, folder):
        """The path of a new certificate."""
        run = program.run(*(str(a).replace("FOLDER", str(folder)) for a in self.command), "--quiet")
        if run.status != 0:
            raise RuntimeError(f"{self.name}: {run.stderr}")
        return folder / self.made


INSTANCES = (
    Instance("cayley", ("reproduce", "cayley", "-o", "FOLDER"), "cayley-K=0.1-L=64-d=8.certificate.json", ("md", "coq")),
    Instance("two-stream", ("reproduce", "two-stream", "-o", "FOLDER"), "two-stream-K=3-epsilon=1e-8.certificate.json", ("md", "coq")),
    Instance(
        "hc",
        ("certify", "--mixer", "hc", "--params", EXAMPLES / "hc_params.safetensors", "--site", "site01", "--state",
         f"{EXAMPLES / 'hc_states.safetensors'}:site01_p3_t127.X", "-o", "FOLDER/hc.json"),
        "hc.json",
        ("md",),
    ),
    Instance(
        "mhc-v4",
        ("certify", "--mixer", "mhc-v4", "--params", FOLDER / "mhc-v4.safetensors", "--site", "layers.0.hc_attn", "--state",
         f"{FOLDER / 'mhc-v4.safetensors'}:state", "-o", "FOLDER/mhc-v4.json"),
        "mhc-v4.json",
        ("md",),
    ),
)
PRODUCT = Instance(
    "product",
    ("product", "--params", FOLDER / "product.safetensors", "--trajectory", FOLDER / "product.safetensors", "-o", "FOLDER/product.json",
     "--method", "dense"),
    "product.json",
    ("md",),
)
ALL = (*INSTANCES, PRODUCT)
