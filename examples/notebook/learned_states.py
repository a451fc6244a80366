# %% [markdown]
# # Learned states, certified
# Two sites of a trained Hyper-Connections model and four states that entered them (`examples/data`). Cells are marked
# `# %%`: open this file as a notebook in VS Code, Spyder or PyCharm, with jupytext, or run it as a script. It needs the
# module `mixcert`, NumPy and matplotlib.

# %%
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import mixcert
import numpy as np

data = Path(__file__).resolve().parent.parent / "data" if "__file__" in globals() else Path("../data")
params, states = data / "hc_params.safetensors", data / "hc_states.safetensors"

# %% [markdown]
# ## One state
# Every singular value of the Jacobian of X -> H(X) X at this state, with all rounding. In a notebook the last line of a
# cell shows the certificate with a picture; `print` writes it as the program does.

# %%
c = mixcert.certify("hc", params, f"{states}:site01_p3_t127.X", site="site01")
print(c)
c

# %% [markdown]
# The realised mixer H says how streams are mixed at this state. What a perturbation of the state does, its derivative
# says.

# %%
print(f"largest gain {c.norm}, of the realised mixer {c.frozen_norm}, ratio {c.ratio}")
assert c.ratio.greater(1.68), "decided by the enclosure, not by a float"
print(
    f"{c.spectrum.count} values in {len(c.spectrum)} enclosures, the widest {float(c.spectrum.widest.width):.1e} wide"
)

# %% [markdown]
# Enclosures are no floats: a comparison is yes, no or open (`None`), and rounding has to be asked for.

# %%
print(c.norm.less(2), c.norm.less(1.5), c.norm.greater(c.norm.lower))
print(c.norm.lower, "<=", "norm", "<=", c.norm.upper)

# %%
ax = c.plot()
ax.set_title("site01, token 127 of passage 3")

# %% [markdown]
# ## Many states
# Arrays of shape (..., n, d) are done on all processors. Here the state is moved along a line through it, in float32:
# what is certified is certified of just these rounded numbers. The site's tensors may be arrays as well, such as a
# `state_dict`.

# %%
X = np.random.default_rng(0).normal(size=(4, 256))
t = np.linspace(-2, 2, 81)
line = (X + t[:, None, None] * np.roll(X, 1, axis=0)).astype(np.float32)
many = mixcert.certify("hc", params, line, site="site01")
print(many, "all certified" if not many.failures else many.failures)

# %%
figure, ax = plt.subplots()
ax.fill_between(t, many.norm.lower, many.norm.upper, label="norm of the Jacobian")
ax.plot(t, many.norm.mid())
ax.plot(t, many.frozen_norm.mid(), color="0.5", label="norm of the realised mixer")
ax.set_xlabel("place on the line of states")
ax.legend()
largest = int(many.norm.lower.argmax())
print(f"largest of the lower ends at t = {t[largest]:.2f}: {many.norm[largest]}")
assert all(many.norm[k].less_equal(many.norm.upper.max()) for k in range(len(many)))

# %% [markdown]
# ## Along a token's way
# The product of the Jacobians at both sites, and what people measure on the realised maps.

# %%
p = mixcert.product(params, data / "hc_trajectory.safetensors")
print(f"gain through both sites {p.norm}, {p.ratio} times that of the realised mixers")
d = mixcert.diagnose(params, data / "hc_trajectory.safetensors")
for site in (0, 1):
    print(site, "Amax gain", d.find("agm_forward", site=site, state=0)[0].value)

# %% [markdown]
# ## Believing it
# `check` re-establishes every claim with other arithmetic from your own numbers. A saved certificate of arrays has
# these beside it, so that somebody else can check it too: `mixcert check certificate.json`.

# %%
with tempfile.TemporaryDirectory() as folder:
    path = many.certificate(largest).save(Path(folder) / "certificate.json")
    print(mixcert.check(path, data=[folder, data]))
    print(mixcert.prove(path).splitlines()[0])

# %%
plt.show()
