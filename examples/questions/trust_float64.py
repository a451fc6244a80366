# Can I trust float64 here?
from fractions import Fraction

import mixcert
import numpy as np

n = 12
M = 1.0 / (np.arange(n)[:, None] + np.arange(n)[None, :] + 1)  # Hilbert's matrix, as rounded: these numbers, exactly
estimate = np.linalg.svd(M, compute_uv=False)
spectrum = mixcert.spectrum(M).spectrum

for k in (0, n // 2, n - 1):
    enclosure = spectrum[k]
    off = max(abs(Fraction(estimate[k]) - end) for end in (enclosure.lo, enclosure.hi)) / enclosure.lo
    verdict = "has six digits at least" if off < Fraction(1, 10**6) else "has not even two"
    assert off < Fraction(1, 10**6) or off > Fraction(1, 100), "LAPACK's digits differ between machines"
    print(f"value {k + 1:2} is {enclosure}; float64 {verdict}")

# The error is some 1e-16 of the largest value, whatever the value: the small ones are lost, and nothing says so.

# prints:
# value  1 is 1.7953720595619972(2); float64 has six digits at least
# value  7 is 4.0823761103912111(4)e-07; float64 has six digits at least
# value 12 is 1.06748975474417228(7)e-16; float64 has not even two
