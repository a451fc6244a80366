"""Every quantity of a diagnosis computed again, in binary64, from its stored maps and the states: what it should be, by
its name and by what it is of."""
from itertools import combinations
from math import fsum, hypot, sqrt

from certificate_checks import ends

MAP = """agm_forward agm_backward row_sum_error column_sum_error least_entry identity_deviation identity_distance
hull_defect largest_singular_value second_singular_value smallest_singular_value""".split()
GATES = ("read", "write")
UNDECIDED = "undecided"


def middle(enclosure):
    return float(sum(ends(enclosure)) / 2)


def transposed(M):
    return [list(column) for column in zip(*M)]


def product(A, B):
    return [[fsum(a * b for a, b in zip(row, column)) for column in zip(*B)] for row in A]


def identity(n):
    return [[float(i == j) for j in range(n)] for i in range(n)]


def mean(values):
    values = list(values)
    return fsum(values) / len(values)


def mean_map(maps):
    return [[mean(H[i][j] for H in maps) for j in range(len(maps[0]))] for i in range(len(maps[0]))]


def singular_values(M):
    """By rotations that make the columns orthogonal (Jacobi)."""
    columns = transposed(M)
    for _ in range(60):
        for p, q in combinations(range(len(columns)), 2):
            a, b = columns[p], columns[q]
            alpha, beta = fsum(x * x for x in a), fsum(x * x for x in b)
            gamma = fsum(x * y for x, y in zip(a, b))
            if abs(gamma) <= 1e-17 * sqrt(alpha * beta):
                continue
            zeta = (beta - alpha) / (2 * gamma)
            t = (1 if zeta >= 0 else -1) / (abs(zeta) + hypot(1, zeta))
            c = 1 / hypot(1, t)
            s = c * t
            columns[p], columns[q] = [c * x - s * y for x, y in zip(a, b)], [s * x + c * y for x, y in zip(a, b)]
    return sorted((sqrt(fsum(x * x for x in column)) for column in columns), reverse=True)


def of_map(H):
    n = len(H)
    difference = [[H[i][j] - (i == j) for j in range(n)] for i in range(n)]
    sigma = singular_values(H)
    values = {
        "agm_forward": max(fsum(map(abs, row)) for row in H),
        "agm_backward": max(fsum(map(abs, column)) for column in zip(*H)),
        "row_sum_error": max(abs(fsum([*row, -1])) for row in H),
        "column_sum_error": max(abs(fsum([*column, -1])) for column in zip(*H)),
        "least_entry": min(map(min, H)),
        "identity_deviation": fsum(abs(x) for row in difference for x in row) / n**2,
        "identity_distance": sqrt(fsum(x * x for row in difference for x in row)),
        "hull_defect": max(abs(fsum([*row, -1])) + fsum(max(0, -x) for x in row) for row in H),
        "largest_singular_value": sigma[0],
        "smallest_singular_value": sigma[-1],
    }
    return {**values, "second_singular_value": sigma[1]} if n > 1 else values


def of_state(H, X):
    outputs, n = product(H, X), len(X)
    excess = change = 0.0
    for c, feature in enumerate(zip(*X)):
        excess = max(excess, *(max(y[c] - max(feature), min(feature) - y[c]) for y in outputs))
        change += mean(y[c] - x for y, x in zip(outputs, feature)) ** 2
    values = {"range_excess": excess, "mean_defect": sqrt(change)}
    norms = [sqrt(fsum(x * x for x in row)) for row in X]
    cosines = {}
    for i, j in combinations(range(n), 2):
        product_of_norms = norms[i] * norms[j]
        inner = fsum(x * y for x, y in zip(X[i], X[j]))
        cosines[f"cosine {[i, j]}"] = inner / product_of_norms if product_of_norms else None
    if n > 1:
        values["mean_cosine"] = None if None in cosines.values() else mean(cosines.values())
    return {**values, **cosines}


def load(gates):
    total = fsum(map(abs, gates))
    return [abs(h) / total for h in gates] if total else None


def effective(p):
    return 1 / fsum(x * x for x in p)


def alone(values, best):
    """The index of the best value, unless two are as good."""
    at = [j for j, x in enumerate(values) if x == best(values)]
    return at[0] if len(at) == 1 else UNDECIDED


def of_gates(which, gates):
    p = load(gates)
    return {**{f"{which}_load {[j]}": x for j, x in enumerate(p)}, f"{which}_effective_streams": effective(p)}


def of_sequence(which, tokens):
    loads = [load(gates) for gates in tokens]
    m = [mean(column) for column in zip(*loads)]
    possible = [[j for j, h in enumerate(gates) if abs(h) == max(map(abs, gates))] for gates in tokens]
    certain = [possible.count([j]) for j in range(len(m))]
    most = [sum(j in streams for streams in possible) for j in range(len(m))]
    ahead = [j for j in range(len(m)) if all(k == j or certain[j] > most[k] for k in range(len(m)))]
    values = {f"{which}_mean_load {[j]}": x for j, x in enumerate(m)}
    values[f"{which}_load_effective_streams"] = effective(m)
    values[f"{which}_winner_consistency"] = max(certain) / len(tokens)
    if max(certain) < max(most):
        values[f"{which}_winner_consistency"] = (max(certain) / len(tokens), max(most) / len(tokens))
    return values, ahead[0] if ahead else UNDECIDED, alone(m, min)


def kept(gates, k):
    """Scale and gates, or nothing where it is open which are the largest."""
    order = sorted(range(len(gates)), key=lambda j: -abs(gates[j]))
    if abs(gates[order[k - 1]]) == abs(gates[order[k]]):
        return None
    order = order[:k]
    scale = fsum(map(abs, gates)) / fsum(abs(gates[j]) for j in order)
    return scale, [scale * h if j in order else 0.0 for j, h in enumerate(gates)]


def mean_of(dictionaries):
    """None where one of the numbers does not exist; of bounds (least, largest) bounds."""

    def of(values):
        if None in values:
            return None
        if not any(isinstance(x, tuple) for x in values):
            return mean(values)
        bounds = [x if isinstance(x, tuple) else (x, x) for x in values]
        return tuple(map(mean, zip(*bounds)))

    dictionaries = list(dictionaries)
    names = set.intersection(*(set(d) for d in dictionaries))
    return {k: of([d[k] for d in dictionaries]) for k in names}


class Measured:
    """`states(site, state)` gives rows of X."""

    def __init__(self, document, states):
        self.sequences = document["subject"]["sequences"]
        self.at = {}
        for maps in document["forward"]:
            H = [[middle(x) for x in row] for row in maps["H"]]
            gates = {which: [middle(x) for x in maps[which]] for which in GATES}
            self.at[maps["site"], maps["state"]] = (H, gates, states(maps["site"], maps["state"]))
        self.tokens = 1 + max(t for _, t in self.at)
        self.known = {}

    def map(self, l, t):
        return self.at[l, t][0]

    def gates(self, l, t, which):
        return self.at[l, t][1][which]

    def once(self, key, compute):
        if key not in self.known:
            self.known[key] = compute()
        return self.known[key]

    def token(self, l, t):
        def compute():
            H, gates, X = self.at[l, t]
            values = {**of_map(H), **of_state(H, X)}
            for which in GATES:
                if gates[which]:
                    values.update(of_gates(which, gates[which]))
                    values[f"{which}_winner"] = alone(list(map(abs, gates[which])), max)
            return values

        return self.once(("token", l, t), compute)

    def members(self, sequence):
        first = sum(self.sequences[:sequence])
        return range(first, first + self.sequences[sequence])

    def sequence(self, l, s, change=lambda gates, which: gates):
        values = {}
        for which in GATES:
            if self.gates(l, 0, which):
                tokens = [change(self.gates(l, t, which), which) for t in self.members(s)]
                numbers, winner, lowest = of_sequence(which, tokens)
                values.update(numbers)
                values[f"{which}_most_frequent_winner"], values[f"{which}_lowest_load_stream"] = winner, lowest
        return values

    @staticmethod
    def numbers(values):
        return {k: x for k, x in values.items() if not k.endswith(("winner", "_stream"))}

    def over_states(self, l):
        return mean_of(self.numbers(self.token(l, t)) for t in range(self.tokens))

    def over_sequences(self, l, *change):
        return mean_of(self.numbers(self.sequence(l, s, *change)) for s in range(len(self.sequences)))

    def top_k(self, l, k, which):
        pairs = [kept(self.gates(l, t, which), k) for t in range(self.tokens)]
        if None in pairs:
            return {f"{which}_top_k_scale": UNDECIDED}
        after = mean_of(of_gates(which, gates) for _, gates in pairs)
        after[f"{which}_top_k_scale"] = mean(scale for scale, _ in pairs)
        after[f"{which}_top_k_removed_load"] = mean(1 - 1 / scale for scale, _ in pairs)
        after.update(self.over_sequences(l, lambda gates, name: kept(gates, k)[1] if name == which else gates))
        return after

    def replaced(self, kind, l):
        H = self.map(l, 0)
        return identity(len(H)) if kind == "identity" else mean_map([self.map(l, t) for t in range(self.tokens)])

    def composite(self, sites, t, replaced=(1, 0), kind=None):
        M = None
        for l in range(sites[0], sites[1] + 1):
            H = self.replaced(kind, l) if replaced[0] <= l <= replaced[1] else self.map(l, t)
            M = H if M is None else product(H, M)
        return of_map(M)

    def with_and_without(self, q):
        """Where the values of a quantity's place are to be looked up; the second one where something is changed."""
        kind, l, sites = q.get("intervention"), q.get("site"), q.get("sites")
        key = (l, str(sites), q.get("composite"), q.get("state"), q.get("sequence"), q.get("mean_over"), kind, q.get("kept"))
        return self.once((key, str(q.get("replaced")), q["name"].split("_")[0]), lambda: self.computed(q, kind, l, sites))

    def computed(self, q, kind, l, sites):
        if q.get("composite"):
            tokens = range(self.tokens) if "mean_over" in q else [q["state"]]
            before = mean_of(self.composite(sites, t) for t in tokens)
            if not kind:
                return before, None
            return mean_of(self.composite(sites, t, q["replaced"], kind) for t in tokens), before
        if sites:
            over = self.over_states if q["mean_over"] == "sites and states" else self.over_sequences
            return mean_of(over(l) for l in range(sites[0], sites[1] + 1)), None
        if kind == "top-k":
            return self.top_k(l, q["kept"], q["name"].split("_")[0]), {**self.over_states(l), **self.over_sequences(l)}
        if kind:
            return of_map(self.replaced(kind, l)), self.over_states(l)
        if "state" in q:
            return self.token(l, q["state"]), None
        if "sequence" in q:
            return self.sequence(l, q["sequence"]), None
        return (self.over_states if q["mean_over"] == "states" else self.over_sequences)(l), None

    def problems(self, q, tolerance=1e-12):
        """How a quantity differs from what it should be."""
        after, before = self.with_and_without(q)
        name = q["name"]
        if "stream" in q:
            name += f" {[q['stream']]}"
        if "streams" in q:
            name += f" {q['streams']}"
        place = {key: value for key, value in q.items() if key not in ("value", "change", "definition")}
        if name not in after:
            yield f"{place}: is not known"
            return
        yield from compared(place, q["value"], after[name], tolerance)
        is_changed = before is not None and name in before
        if ("change" in q) != is_changed:
            yield f"{place}: {'a' if 'change' in q else 'no'} change"
        elif "change" in q:
            yield from compared(place, q["change"], difference(after[name], before[name]), tolerance)


def difference(after, before):
    if isinstance(after, tuple) or isinstance(before, tuple):
        (a, b), (c, d) = (x if isinstance(x, tuple) else (x, x) for x in (after, before))
        return (a - d, b - c)
    return after - before


def compared(place, found, wanted, tolerance):
    if found == UNDECIDED and wanted != UNDECIDED:
        yield f"{place}: undecided and not {wanted}"
    elif isinstance(wanted, tuple):
        for end, bound in zip(ends(found), wanted):
            if abs(end - bound) > tolerance:
                yield f"{place}: {float(end)} and not {bound}"
    elif wanted is None:
        if not isinstance(found, dict) or found.get("value", 0) is not None:
            yield f"{place}: {found} exists"
    elif wanted == UNDECIDED or isinstance(wanted, int) and "lo" not in found:
        if found != (UNDECIDED if wanted == UNDECIDED else {"index": wanted}):
            yield f"{place}: {found} and not {wanted}"
    else:
        lo, hi = ends(found)
        slack = tolerance * (1 + abs(wanted))
        if not lo - slack <= wanted <= hi + slack:
            yield f"{place}: {wanted} is not in [{float(lo)}, {float(hi)}]"
        if hi - lo > tolerance * (1 + abs(wanted)):
            yield f"{place}: [{float(lo)}, {float(hi)}] is wide"
