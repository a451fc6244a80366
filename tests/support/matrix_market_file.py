"""Matrix Market files of binary64 matrices, every entry written as the decimal that is exactly that number."""
from decimal import Decimal


def exact_decimal(value):
    """All digits: up to 767 of them, and nothing is rounded."""
    return str(Decimal(value))


def array_text(shape, values):
    rows, columns = shape
    lines = ["%%MatrixMarket matrix array real general", f"{rows} {columns}"]
    lines += [exact_decimal(values[i * columns + j]) for j in range(columns) for i in range(rows)]
    return "\n".join(lines) + "\n"


def coordinate_text(shape, values, symmetric=False):
    """Zeros are not listed; of a symmetric matrix neither is what lies above the diagonal."""
    rows, columns = shape
    every = ((i, j) for i in range(rows) for j in range(i + 1 if symmetric else columns))
    places = [(i, j) for i, j in every if values[i * columns + j] != 0]
    lines = [f"%%MatrixMarket matrix coordinate real {'symmetric' if symmetric else 'general'}"]
    lines += [f"{rows} {columns} {len(places)}"]
    lines += [f"{i + 1} {j + 1} {exact_decimal(values[i * columns + j])}" for i, j in places]
    return "\n".join(lines) + "\n"


def is_symmetric(shape, values):
    rows, columns = shape
    return rows == columns and all(
        values[i * columns + j] == values[j * columns + i] for i in range(rows) for j in range(i)
    )
