# Which site of my model amplifies a change of the state most, and at which token?
from pathlib import Path

import mixcert

data = Path(__file__).resolve().parents[1] / "data"
params, trajectory = data / "model.safetensors", data / "trajectory.safetensors"
TOKENS = (2, 7)  # of the eight that the trajectory has

norms = {}  # of the Jacobian, enclosed, at every site and token
for layer in range(6):
    for part, site in (("hc_attn", 2 * layer), ("hc_mlp", 2 * layer + 1)):
        prefix = f"transformer.h.{layer}.{part}"
        for token in TOKENS:
            state = f"{trajectory}:site{site:03}.X[{token}]"
            norms[prefix, token] = mixcert.certify("hc", params, state, site=prefix).norm

# An order of enclosures is yes, no or open (None): the first is certainly the largest if all others are certainly less.
(first, norm), *others = sorted(norms.items(), key=lambda item: -item[1].lower)
print(f"{first[0]}, token {first[1]}: {norm}")
print("certainly the largest of", len(norms), "-", all(other.less(norm) for _, other in others))
print("the next:", others[0][0], others[0][1])

# prints:
# transformer.h.5.hc_attn, token 2: 2.3070667248294676(3)
# certainly the largest of 24 - True
# the next: ('transformer.h.0.hc_attn', 2) 1.9284669358677288(2)
