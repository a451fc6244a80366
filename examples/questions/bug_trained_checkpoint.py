# Was my checkpoint trained with the bug that computes the mixed residual and returns the unmixed one?
from pathlib import Path

import mixcert
import numpy as np

data = Path(__file__).resolve().parents[1] / "data"
state = f"{data}/trajectory.safetensors:site006.X[7]"

# What a site looks like that never mixed: H got no gradient, so it is the identity still and does not see the state.
untrained = {
    "norm.gamma": np.zeros(64), "dynamic_alpha_fn": np.zeros((64, 5)), "dynamic_alpha_scale": np.array(0.01),
    "static_alpha": np.hstack([np.ones((4, 1)), np.eye(4)]), "static_beta": np.ones(4),
    "dynamic_beta_fn": np.zeros(64), "dynamic_beta_scale": np.array(0.01),
}  # fmt: skip
for name, params, site in (
    ("untrained", untrained, None),
    ("transformer.h.3.hc_attn", data / "model.safetensors", "transformer.h.3.hc_attn"),
):
    c = mixcert.certify("hc", params, state, **({"site": site} if site else {}))
    print(f"{name}: ||J|| = {c.norm}")
    print("  ", *(c.notes or ["no remark: its residual is mixed"]))

# Weight decay moves unused parameters too: no remark is no proof that the checkpoint was trained with the fix.

# prints:
# untrained: ||J|| = 1.0000000000000001(3)
#    at this state H is exactly the identity and its derivative is zero; if that is so at every state, the residual of this site was never mixed (was it computed, but not used, in training?)
# transformer.h.3.hc_attn: ||J|| = 1.0640131857245666(2)
#    no remark: its residual is mixed
