#include "cotangents/transformer.hpp"

#include <memory>
#include <utility>

namespace mixcert::cotangents {
namespace {

/// x0 = wte[token] + wpe[position], in every stream.
template <class S>
streams<S> embedded(const context<S>& context, const model_weights<S>& model, const std::vector<std::size_t>& tokens) {
  const std::size_t d = model.wte.cols();
  streams<S> X;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    std::vector<S> values;
    for (std::size_t s = 0; s < model.streams; ++s)
      for (std::size_t c = 0; c < d; ++c)
        values.push_back(context.exact(0) + model.wte(tokens[t], c) + model.wpe(t, c));
    X.push_back(matrix<S>(model.streams, d, std::move(values)));
  }
  return X;
}

template <class S> matrix<S> sum_of_streams(const context<S>& context, const streams<S>& X) {
  matrix<S> r = zeros(context, X.size(), X.front().cols());
  for (std::size_t t = 0; t < X.size(); ++t)
    for (std::size_t s = 0; s < X[t].rows(); ++s)
      for (std::size_t c = 0; c < r.cols(); ++c) r(t, c) += X[t](s, c);
  return r;
}

/// The cross entropy of the next token, and its cotangents of the logits.
template <class S>
std::pair<S, matrix<S>> loss_of(const context<S>& context, const matrix<S>& logits,
                                const std::vector<std::size_t>& tokens) {
  const std::size_t terms = tokens.size() - 1, vocabulary = logits.cols();
  const S count = context.exact(static_cast<double>(terms)), one = context.exact(1);
  S sum = context.exact(0);
  matrix<S> gradient = zeros(context, logits.rows(), vocabulary);
  for (std::size_t t = 0; t < terms; ++t) {
    const auto first = logits.values().begin() + static_cast<std::ptrdiff_t>(t * vocabulary);
    const std::vector<S> row(first, first + static_cast<std::ptrdiff_t>(vocabulary));
    sum += cross_entropy(context, row, tokens[t + 1]);
    const std::vector<S> p = softmax(context, row);
    for (std::size_t k = 0; k < vocabulary; ++k) gradient(t, k) = (k == tokens[t + 1] ? p[k] - one : p[k]) / count;
  }
  return {sum / count, std::move(gradient)};
}

} // namespace

template <model_scalar S> model_weights<S> converted(const context<S>& context, const model_weights<double>& exact) {
  const auto table = [&](const matrix<double>& a) { return map(a, [&](double x) { return context.exact(x); }); };
  const auto list = [&](const std::vector<double>& a) { return table(matrix<double>(1, a.size(), a)).values(); };
  model_weights<S> r{
      exact.streams, table(exact.wte), table(exact.wpe), {}, list(exact.final_norm), context.exact(exact.epsilon)};
  for (const auto& [attention, mlp] : exact.blocks)
    r.blocks.push_back({{attention.router,
                         list(attention.norm),
                         {table(attention.branch.c_attn), table(attention.branch.c_proj), attention.branch.heads}},
                        {mlp.router, list(mlp.norm), {table(mlp.branch.c_fc), table(mlp.branch.c_proj)}}});
  return r;
}

template <model_scalar S>
loss_and_gradient<S> differentiate(const context<S>& context, const model_weights<S>& model,
                                   const std::vector<std::size_t>& tokens,
                                   const std::vector<router_derivative>& router) {
  std::vector<std::pair<site<S, attention<S>>, site<S, mlp<S>>>> passed;
  streams<S> X = embedded(context, model, tokens);
  for (const block_weights<S>& block : model.blocks) {
    site<S, attention<S>> first(context, block.attention, model.epsilon, std::move(X));
    site<S, mlp<S>> second(context, block.mlp, model.epsilon, first.output());
    X = second.output();
    passed.emplace_back(std::move(first), std::move(second));
  }
  std::vector<layer_norm<S>> final_norms;
  streams<S> normalised;
  for (const matrix<S>& of_token : X) {
    final_norms.emplace_back(context, model.final_norm, model.epsilon, of_token);
    normalised.push_back(final_norms.back().output());
  }
  matrix<S> logits = linear(context, model.wte, sum_of_streams(context, normalised));
  auto [loss, of_logits] = loss_of(context, logits, tokens);

  const matrix<S> of_sum = linear_adjoint(context, model.wte, of_logits);
  streams<S> cotangents;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    matrix<S> of_streams = X[t];
    for (std::size_t s = 0; s < of_streams.rows(); ++s)
      for (std::size_t c = 0; c < of_streams.cols(); ++c) of_streams(s, c) = of_sum(t, c);
    cotangents.push_back(final_norms[t].adjoint(of_streams));
  }
  for (std::size_t l = passed.size(); l-- > 0;) {
    cotangents = passed[l].second.adjoint(cotangents, router[2 * l + 1]);
    cotangents = passed[l].first.adjoint(cotangents, router[2 * l]);
  }
  matrix<S> embedding = sum_of_streams(context, cotangents);
  return {std::move(logits), std::move(loss), std::move(cotangents), std::move(embedding)};
}

template model_weights<float64> converted(const context<float64>&, const model_weights<double>&);
template model_weights<interval> converted(const context<interval>&, const model_weights<double>&);
template model_weights<mp_interval> converted(const context<mp_interval>&, const model_weights<double>&);

template loss_and_gradient<float64> differentiate(const context<float64>&, const model_weights<float64>&,
                                                  const std::vector<std::size_t>&,
                                                  const std::vector<router_derivative>&);
template loss_and_gradient<interval> differentiate(const context<interval>&, const model_weights<interval>&,
                                                   const std::vector<std::size_t>&,
                                                   const std::vector<router_derivative>&);
template loss_and_gradient<mp_interval> differentiate(const context<mp_interval>&, const model_weights<mp_interval>&,
                                                      const std::vector<std::size_t>&,
                                                      const std::vector<router_derivative>&);

} // namespace mixcert::cotangents
