"""A folder with one good site and one good state, and whatever a case needs beside them."""
import random
from pathlib import Path

from hc_site import at_site, hc_parameters, hc_state
from safetensors_file import safetensors_bytes

N, D = 2, 8  # wide enough that the core is not all of the spectrum
SITE = "site03"
STATE = "X"


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)
        self.made = 0
        source = random.Random(20)
        self.parameters = hc_parameters(source, N, D)
        self.state = hc_state(source, N, D)
        self.params_file = self.tensors("params", self.site_tensors())
        self.state_file = self.tensors("states", {STATE: self.state})

    def site_tensors(self, prefix=SITE, **changed):
        """The good site's tensors; keywords replace some, with `_` for `.` in their names, and None removes one."""
        parameters = {name: changed.get(name.replace(".", "_"), tensor) for name, tensor in self.parameters.items()}
        return at_site(prefix, {name: tensor for name, tensor in parameters.items() if tensor is not None})

    def path(self, name):
        return str(self.folder / name)

    def file(self, label, content):
        """A new file with this content."""
        self.made += 1
        path = self.folder / f"{label}{self.made}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def tensors(self, label, tensors):
        return self.file(label, safetensors_bytes(tensors))

    def certify(self, *more, params=None, site=SITE, state=None, mixer="hc"):
        """Arguments of `certify`; the good files where nothing else is said."""
        state = state or f"{self.state_file}:{STATE}"
        fixed = ["certify", "--mixer", mixer, "--params", params or self.params_file, "--site", site, "--state", state]
        return [*fixed, *more]

    def of_state(self, tensor, index="", *more):
        """Arguments that certify the good site at this tensor."""
        return self.certify(*more, state=f"{self.tensors('states', {STATE: tensor})}:{STATE}{index}")

    def of_parameters(self, *more, **changed):
        """Arguments that certify a site with these tensors changed."""
        return self.certify(*more, params=self.tensors("params", self.site_tensors(**changed)))

    def run(self, *arguments, **keywords):
        return self.program.run(*arguments, cwd=self.folder, **keywords)

    def listing(self):
        return sorted(self.folder.rglob("*"))
