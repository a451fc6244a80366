// The statements that documents rest on, with all their hypotheses, each to be read alone. Proofs are in
// proofs/theorems.
#pragma once

#include "mixcert/proof/document.hpp"

#include <string_view>

namespace mixcert::proof::theorems {

/// Row-major vec, multisets, norms, blocks.
paragraph notation();

// The spectrum of a matrix.
statement singular_value_enclosure(); ///< T6 (a), (b)
statement separated_groups();         ///< T6 (c)
statement order_statistics();         ///< T3 (c)

// A mixer's Jacobian and its core.
statement feedback_factors(); ///< T1 (a)
statement write_gate();       ///< T1 (e)
statement branch_input();     ///< T1 (f)
statement rotation();         ///< T5 (a), for H
statement counting();         ///< T3 (a)
statement computed_core();    ///< T3 (b)
statement core_certificate(); ///< T3 (d)
statement one_output();       ///< T3 (f), for the branch input
statement truncated_core();   ///< T4 (c)
statement state_box();        ///< T18 (e)
statement feedback_rank();    ///< T8 (c), with what bounds it from above

// Products of Jacobians.
statement product_in_steps();       ///< T15 (a), for computed factors times computed products
statement product_in_coordinates(); ///< T2 (e)
statement thin_factors();           ///< T25 (a), (b), (e)
statement norm_by_deflation();      ///< T30 (a) to (c)
statement product_with_a_vector();  ///< T1 (h)

// Of a Jacobian, in diagnoses; the last of a product too.
statement conserved_channel();     ///< T9 (b), (c)
statement sinkhorn_step();         ///< T13 (a), (b)
statement singular_vector_angle(); ///< T23 (b), for the first value

// Constructions.
statement two_stream();   ///< T10
statement cayley_chain(); ///< T11

} // namespace mixcert::proof::theorems
