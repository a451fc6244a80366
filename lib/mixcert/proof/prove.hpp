// Certificates as documents that a mathematician can read, and as proofs of their inequalities for Coq.
#pragma once

#include "mixcert/certificate/certificate.hpp"
#include "mixcert/certificate/construction_certificate.hpp"
#include "mixcert/certificate/diagnosis.hpp"
#include "mixcert/certificate/matrix_certificate.hpp"
#include "mixcert/certificate/product_certificate.hpp"
#include "mixcert/proof/document.hpp"

#include <string>

namespace mixcert::proof {

/// The map with its exact data, the theorems with their hypotheses, the claim and the number that discharge each, the
/// conclusion, and the numbers. It states what the certificate claims and verifies nothing but that the numbers are
/// such as the theorems need. `document_sha256` names the certificate. Throws input_error when a claim that the
/// conclusion rests on is missing or has a bound that its theorem does not allow.
document document_of(const certificate& certificate, const std::string& document_sha256);
document document_of(const matrix_certificate& certificate, const std::string& document_sha256);
document document_of(const construction_certificate& certificate, const std::string& document_sha256);
document document_of(const product_certificate& certificate, const std::string& document_sha256);
document document_of(const diagnosis& diagnosis, const std::string& document_sha256);

/// A file for coqc with Flocq and Interval: of a construction that the values of its closed form (T10, T11) lie between
/// the stored ends; of a mixer or a matrix that the ends of the largest and the smallest singular value are what T3
/// (d), T5 (a) and T6 (a) make of the stored sigma, s and bounds. An end that was moved inward is not proved. Throws
/// input_error as document_of, and when an end is not a consequence of stored numbers alone (T6 (c); a product; a
/// diagnosis).
std::string coq_of(const certificate& certificate, const std::string& document_sha256);
std::string coq_of(const matrix_certificate& certificate, const std::string& document_sha256);
std::string coq_of(const construction_certificate& certificate, const std::string& document_sha256);
std::string coq_of(const product_certificate& certificate, const std::string& document_sha256);
std::string coq_of(const diagnosis& diagnosis, const std::string& document_sha256);

} // namespace mixcert::proof
