# How far is the realised mixer H from doubly stochastic, certified?
from pathlib import Path

import mixcert

data = Path(__file__).resolve().parents[1] / "data"
d = mixcert.diagnose(data / "hc_params.safetensors", data / "hc_trajectory.safetensors")

for site in (0, 1):
    rows, columns, least = (
        d.find(name, site=site, state=0)[0].value for name in ("row_sum_error", "column_sum_error", "least_entry")
    )
    print(f"site {site}: a row sums to 1 up to {rows}, a column up to {columns}, the least entry is {least}")
    print("  doubly stochastic:", "no" if rows.greater(0) or columns.greater(0) or least.less(0) else "not excluded")

# Exactly doubly stochastic mixers are so by their equations, not by measurement: `mixcert mixers mhc-lite` says which.

# prints:
# site 0: a row sums to 1 up to 0.25625264988347987(3), a column up to 0.12820901536721212(2), the least entry is -0.0017416723075404384(2)
#   doubly stochastic: no
# site 1: a row sums to 1 up to 0.24691938696493131(2), a column up to 0.23735670231928900(2), the least entry is 0.056745578837181305(4)
#   doubly stochastic: no
