# What is the norm of my matrix?
import math

import mixcert
import numpy as np

M = np.array([[3.0, 0.0], [4.0, 5.0]])
c = mixcert.spectrum(M)
print("norm", c.norm, "smallest", c.smallest)
quotient = c.norm.hi / c.smallest.lo  # of exact fractions; a float of it may be less
print("condition number at most", math.nextafter(float(quotient), math.inf))

# With entries known to 1e-9 only: the enclosures hold for every such matrix.
ball = mixcert.spectrum(M, radius=np.full(M.shape, 1e-9))
print("norm of every matrix of the ball", ball.norm)

# 40 digits, of the matrix of binary64 numbers that M is:
print("norm", mixcert.spectrum(M, digits=40).norm)

# prints:
# norm 6.7082039324993690(5) smallest 2.2360679774997896(3)
# condition number at most 3.000000000000001
# norm of every matrix of the ball 6.708203932(3)
# norm 6.708203932499369089227521006193828706321855(5)
