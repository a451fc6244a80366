// The parts of a product's document.
#pragma once

#include "mixcert/certificate/product_certificate.hpp"
#include "mixcert/proof/document.hpp"

namespace mixcert::proof {

/// dense, factored or largest, as the certificate says. Throws input_error for any other.
product_method method_of(const product_certificate& certificate);

/// Whether the claims name T25 for the local norms, and T30 for the values.
bool are_norms_by_factors(const product_certificate& certificate);
bool is_by_dense_matrix(const product_certificate& certificate);

/// What follows, and the steps from the claims to it. Throws input_error where a claim is missing, or the product was
/// made by a method that the document does not know.
section result_section(const product_certificate& certificate);

/// Singular values of the product of the mixers.
section frozen_section(const product_certificate& certificate);
/// Bounds of the norms of the single Jacobians.
section local_section(const product_certificate& certificate);
/// The states in forward order, and the tensors of each site; of many sites those of the first and the last.
section sites_section(const product_certificate& certificate);

} // namespace mixcert::proof
