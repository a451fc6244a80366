"""PyTorch tensors in, and the Jacobian that autograd finds: it lies in the enclosures, up to autograd's own rounding.

PyTorch is no dependency: without it this test is skipped.
"""
import sys
import unittest

try:
    import torch
except ImportError:
    print(
        "SKIPPED: PyTorch is not installed, so tensors and autograd's Jacobian are not tried with it", file=sys.stderr
    )
    sys.exit(77)

import mixcert
import numpy as np
from support import example_site, example_state, narrow_site

WIDTH = 12


class Site(torch.nn.Module):
    """The residual map of `hc`, for a single token."""

    def __init__(self, width, dtype):
        super().__init__()
        self.names = {}
        for k, (name, x) in enumerate(narrow_site(width).items()):
            self.names[name] = f"p{k}"
            self.register_parameter(f"p{k}", torch.nn.Parameter(torch.tensor(x, dtype=dtype)))

    def tensors(self):
        return {name: getattr(self, own) for name, own in self.names.items()}

    def forward(self, X):
        p = self.tensors()
        normed = torch.nn.functional.normalize(X, dim=-1) * X.shape[-1] ** 0.5 * (p["norm.gamma"] + 1)
        alpha = torch.tanh(normed @ p["dynamic_alpha_fn"]) * p["dynamic_alpha_scale"] + p["static_alpha"]
        return alpha[:, 1:].T @ X


class Torch(unittest.TestCase):
    def setUp(self):
        self.X = torch.tensor(example_state()[:, :WIDTH])

    def certify(self, site, X):
        return mixcert.certify("hc", {name: x.detach() for name, x in site.tensors().items()}, X)

    def test_autograd_lies_in_the_enclosures(self):
        site = Site(WIDTH, torch.float64)
        X = self.X.double()
        J = torch.autograd.functional.jacobian(site, X).reshape(X.numel(), X.numel())
        values = torch.linalg.svdvals(J).numpy()
        lo, hi = self.certify(site, X).spectrum.expanded()
        self.assertTrue(((values >= lo - 1e-13) & (values <= hi + 1e-13)).all())

    def test_bfloat16(self):
        site, X = Site(WIDTH, torch.bfloat16), self.X.bfloat16()
        found = self.certify(site, X)
        self.assertEqual({t["dtype"] for t in [*found.subject["parameters"], found.subject["state"]]}, {"BF16"})
        exact = mixcert.certify("hc", {name: x.detach().double() for name, x in site.tensors().items()}, X.double())
        self.assertEqual(found.document["spectrum"], exact.document["spectrum"])
        self.assertTrue(mixcert.check(found))

    def test_gradients_are_named(self):
        with self.assertRaisesRegex(ValueError, r"X\.detach\(\)"):
            self.certify(Site(WIDTH, torch.float32), self.X.clone().requires_grad_())
        with self.assertRaisesRegex(ValueError, r"\.detach\(\)"):
            mixcert.certify("hc", Site(WIDTH, torch.float32).tensors(), self.X)

    def test_strides_and_batches(self):
        site = Site(WIDTH, torch.float32)
        X = torch.stack([self.X, -self.X, self.X.flip(0)])
        many = self.certify(site, X)
        self.assertEqual(
            many.norm.lower.tolist(),
            self.certify(site, X.permute(2, 0, 1).contiguous().permute(1, 2, 0)).norm.lower.tolist(),
        )
        self.assertEqual(many.certificate(1).norm, self.certify(site, X[1]).norm)

    def test_state_dict(self):
        full = {f"h.0.{name}": torch.tensor(np.array(x)) for name, x in example_site().items()}
        c = mixcert.certify("hc", full, torch.tensor(example_state()), site="h.0")
        self.assertEqual(c.norm, mixcert.certify("hc", example_site(), example_state()).norm)


if __name__ == "__main__":
    unittest.main()
