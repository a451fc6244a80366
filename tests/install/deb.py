"""The Debian packages, built and installed in a clean Debian 12: the program, its manual and completion, the Python
module and a project that is built with the libraries work there.

Needs root, debootstrap and a Debian mirror; takes some ten minutes. usage: deb.py SOURCE_FOLDER WORK_FOLDER VERSION
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

source, work, version = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3]
root, build = work / "root", source / "build-package"
PACKAGES = ("mixcert", "libmixcert-dev", "python3-mixcert")
CONSUMER_NEEDS = "g++ cmake ninja-build pkg-config man-db bash-completion zsh fish"

missing = [tool for tool in ("debootstrap", "dpkg-shlibdeps") if not shutil.which(tool)]
if os.geteuid() != 0 or missing:
    print(f"SKIPPED: the packages are not tried: needs root and {', '.join(missing) or 'nothing else'}", file=sys.stderr)
    sys.exit(77)


def run(*command, **keywords):
    print("$", *command, flush=True)
    return subprocess.run([str(c) for c in command], check=True, text=True, **keywords)


def inside(code):
    """What a shell in the clean system prints."""
    print("# in the clean system:", code, flush=True)
    kept = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    environment = kept | {"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(["chroot", root, "bash", "-c", f"set -euo pipefail; cd /root; {code}"], env=environment, check=True, text=True,
                          stdout=subprocess.PIPE)
    print(done.stdout, flush=True)
    return done.stdout


def expect(what, pattern, text):
    if not re.search(pattern, text):
        sys.exit(f"{what}: no {pattern!r} in what was printed")


def field(package, name):
    return subprocess.run(["dpkg-deb", "-f", package, name], check=True, text=True, capture_output=True).stdout.strip()


def build_packages():
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    run("cmake", "--preset", "package", "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON", *launcher, cwd=source, stdout=subprocess.DEVNULL)
    run("cmake", "--build", build, "--target", "package", stdout=subprocess.DEVNULL)
    packages = sorted(build.glob("*.deb"))
    names = {field(p, "Package"): field(p, "Version") for p in packages}
    if names != dict.fromkeys(PACKAGES, version):
        sys.exit(f"built {names}")
    return packages


def clean_system():
    """Debian 12 with what debootstrap takes for the least, and the package sources of this machine."""
    shutil.rmtree(root, ignore_errors=True)
    lists = [p for p in (Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")) if p.is_file()]
    mirrors = re.findall(r"^(?:URIs: |deb (?:\[.*\] )?)(\S+/debian/?)(?=\s)", "\n".join(p.read_text() for p in lists), re.MULTILINE)
    run("debootstrap", "--variant=minbase", "bookworm", root, *mirrors[:1], stdout=subprocess.DEVNULL)
    (root / "etc/apt/sources.list").unlink()
    for part in ("sources.list", "sources.list.d", "keyrings"):
        subprocess.run(["cp", "-a", f"/etc/apt/{part}", root / "etc/apt"], check=False, stderr=subprocess.DEVNULL)


def try_packages(packages):
    for package in packages:
        shutil.copy(package, root / "root")
    (root / "root/project").mkdir()
    for part in ("examples", "tests/install/consumer"):
        shutil.copytree(source / part, root / "root/project" / part)
    inside("apt-get -qq update; apt-get -qq install -y --no-install-recommends ./*.deb >/dev/null")

    expect("program", f"^mixcert {re.escape(version)}\n$", inside("mixcert --version"))
    reproduced = inside("mixcert reproduce all")
    expect("reproduce all", r"\bagrees\b", reproduced)
    if re.search(r"\bdisagrees\b|undecided", reproduced):
        sys.exit("reproduce all: not everything agrees")
    module = """
import json, mixcert
params, states = "project/examples/data/hc_params.safetensors", "project/examples/data/hc_states.safetensors:site01_p3_t127.X"
c = mixcert.certify("hc", params, states, site="site01")
print(mixcert.__file__, mixcert.__version__, c.norm, mixcert.check(c, data="project/examples/data"))
"""
    expect("Python", rf"^/usr/lib/python3/dist-packages/\S+ {re.escape(version)} 1\.9172077423949\S* VERIFIED",
           inside(f"python3 -c '{module}'"))

    inside(f"apt-get -qq install -y --no-install-recommends {CONSUMER_NEEDS} >/dev/null")
    expect("manual", r"(?s)mixcert-certify - enclose every singular value.*--state-radius", inside("man mixcert-certify | cat"))
    expect("manual", r"mixcert-reproduce", inside("man mixcert | cat"))
    complete = 'COMP_WORDS=(mixcert prove --to ""); COMP_CWORD=3; _mixcert mixcert; echo "${COMPREPLY[@]}"'
    expect("bash", r"md tex pdf coq", inside(f"set +u; . /usr/share/bash-completion/bash_completion; _completion_loader mixcert || true; {complete}"))
    expect("zsh", r"_mixcert", inside("zsh -c 'autoload -U compinit; compinit -u; echo ${_comps[mixcert]}'"))
    expect("fish", r"(?s)coq.*md.*pdf.*tex", inside("fish -c 'complete -C \"mixcert prove --to \"'"))

    certified = r"largest singular value of J between 1\.9172077423949791e\+00"
    inside("cmake -G Ninja -S project/tests/install/consumer -B consumer -DEXAMPLE=/root/project/examples/certify_state.cpp >&2; cmake --build consumer >&2")
    expect("find_package", certified, inside("consumer/consumer project/examples/data certificate.json"))
    expect("find_package", "VERIFIED", inside("consumer/check certificate.json project/examples/data"))
    if inside("pkg-config --modversion mixcert").strip() != version:
        sys.exit("pkg-config: another version")
    inside("g++ -std=gnu++20 $(pkg-config --cflags mixcert) project/examples/certify_state.cpp -o by_pkg_config $(pkg-config --libs mixcert)")
    expect("pkg-config", certified, inside("./by_pkg_config project/examples/data"))
    inside("apt-get -qq purge -y mixcert libmixcert-dev python3-mixcert >/dev/null; ! find /usr -name '*mixcert*' | grep .")


packages = build_packages()
clean_system()
run("mount", "-t", "proc", "proc", root / "proc")
try:
    try_packages(packages)
finally:
    run("umount", root / "proc")
shutil.rmtree(root)
