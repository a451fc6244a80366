# My state was rounded when it was saved. Does the bound hold in a ball around it?
from pathlib import Path

import mixcert

data = Path(__file__).resolve().parents[1] / "data"
params, state = data / "hc_params.safetensors", f"{data}/hc_states.safetensors:site01_p3_t127.X"

for radius in ("0", "1e-8", "1e-6", "1e-4"):
    box = {} if radius == "0" else {"state_radius": float(radius)}
    c = mixcert.certify("hc", params, state, site="site01", **box)
    print(f"every entry within {radius}: norm at most {c.norm.upper:.6f}, ratio > 1.6: {c.ratio.greater('1.6')}")

try:
    mixcert.certify("hc", params, state, site="site01", state_radius=1.0)
except mixcert.NotCertified as reason:
    print("within 1:", str(reason).split(":")[0][:60], "...")

# Each state of the ball by itself: still pointwise, and no Lipschitz constant.

# prints:
# every entry within 0: norm at most 1.917208, ratio > 1.6: True
# every entry within 1e-8: norm at most 1.917214, ratio > 1.6: True
# every entry within 1e-6: norm at most 1.917863, ratio > 1.6: True
# every entry within 1e-4: norm at most 1.984956, ratio > 1.6: True
# within 1: stream 0 may have exactly the norm at which its normalisatio ...
