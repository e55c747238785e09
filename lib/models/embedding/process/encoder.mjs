// The Universal Sentence Encoder (lite): a transformer with two layers over the first tokens of a text, and the mean of
// its output. Computes the vectors of the package's graph from its weights. The graph takes twice as long, because the
// engine has a fast kernel for a product of two matrices, but not for batches of them.
import {
  add,
  concat,
  matMul,
  maximum,
  mean,
  mul,
  relu,
  reshape,
  rsqrt,
  slice,
  softmax,
  square,
  sub,
  sum,
  tanh,
  tensor2d,
  tidy,
  transpose,
} from "@energetic-ai/core";

/** The model ignores further tokens. */
export const MAX_TOKENS = 128;

const HEADS = 4;
const EPSILON = 1e-6;
const SMALLEST = 1e-12;
const ENCODE = "module_apply_default/Encoder_en/KonaTransformer/Encode";
const KERNELS = "module/Encoder_en/KonaTransformer/Encode";
const WHOLE = "ConcatPartitions/concat";

/** Returns a function that computes the unit vector of the token ids of a text, at least one. */
export function encoderOf(graph) {
  const weight = (name) => graph.weights[name][0];
  const linear = (kernel, bias) => ({ kernel: weight(kernel), bias: weight(bias) });
  const embed = inputOf(weight);
  const [first, second] = tidy(() => [0, 1].map((n) => layerOf(weight, n)));
  const dense = `${ENCODE}/Layer_0/TransformerLayer/dense`;
  const widen = linear(`${dense}/kernel/${WHOLE}`, `${dense}/bias/${WHOLE}`);
  const hidden = "module/Encoder_en/hidden_layers/tanh_layer_0";
  const output = linear(`${hidden}/weights`, `${hidden}/bias`);
  const encode = (ids) => {
    const input = embed(ids);
    const narrow = add(attend(input, first), apply(input, widen));
    const middle = add(narrow, apply(expand(narrow, first), first.contract));
    const wide = add(middle, attend(middle, second));
    // The mean of products with a matrix is the product of the mean, which is one row.
    const rowMean = (rows) => mean(rows, 0, true);
    const pooled = add(rowMean(wide), apply(rowMean(expand(wide, second)), second.contract));
    const vector = tanh(apply(pooled, output));
    return mul(vector, rsqrt(maximum(sum(square(vector)), SMALLEST)));
  };
  return (ids) => {
    const vector = tidy(() => encode(ids));
    const values = vector.dataSync().slice();
    vector.dispose();
    return values;
  };
}

/** Returns a function that computes the rows of the first layer: twice the embeddings of tokens, and their positions. */
function inputOf(weight) {
  const table = weight("module/Embeddings_en");
  const width = table.shape[1];
  const embeddings = table.dataSync();
  table.dispose();
  const rates = weight(
    `${ENCODE}/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
  ).dataSync();
  const positions = new Float32Array(MAX_TOKENS * width);
  for (let at = 0; at < MAX_TOKENS; at++)
    for (const [n, rate] of rates.entries()) {
      positions[at * width + n] = Math.sin(at * rate);
      positions[at * width + rates.length + n] = Math.cos(at * rate);
    }
  return (ids) => {
    const count = Math.min(ids.length, MAX_TOKENS);
    const rows = new Float32Array(count * width);
    for (let at = 0; at < count; at++)
      for (let n = 0; n < width; n++)
        rows[at * width + n] = 2 * embeddings[ids[at] * width + n] + positions[at * width + n];
    return tensor2d(rows, [count, width]);
  };
}

/** Returns the weights of a layer. Those of queries, keys and values are cut into heads. */
function layerOf(weight, n) {
  const layer = `Layer_${n}/TransformerLayer`;
  const at = `${ENCODE}/${layer}`;
  const norm = (name) => ({
    scale: weight(`${name}/layer_norm/layer_norm_scale/${WHOLE}`),
    bias: weight(`${name}/layer_norm/layer_norm_bias/${WHOLE}`),
  });
  const transform = (name) => ({
    kernel: flat(weight(`${KERNELS}/${layer}/MultiheadAttention/${name}/kernel/part_0`)),
    bias: weight(`${at}/MultiheadAttention/${name}/bias/${WHOLE}`),
  });
  const ffn = (name) => ({
    kernel: weight(`${ENCODE}/TransformerStack/${layer}/FFN/${name}/Tensordot/Reshape_1`),
    bias: weight(`${at}/FFN/${name}/bias/${WHOLE}`),
  });
  return {
    normBefore: norm(`${at}/layer_prepostprocess`),
    heads: headsOf(transform("qkv_transform_single")),
    combine: transform("output_transform_single"),
    normBetween: norm(`${at}/FFN/layer_prepostprocess`),
    expand: ffn("conv1"),
    contract: ffn("conv2"),
  };
}

const flat = (kernel) => reshape(kernel, kernel.shape.slice(-2));

function headsOf({ kernel, bias }) {
  const [rows, columns] = kernel.shape;
  const size = columns / 3 / HEADS;
  const cut = (part, head, factor = 1) => {
    const from = part * HEADS * size + head * size;
    return {
      kernel: mul(slice(kernel, [0, from], [rows, size]), factor),
      bias: mul(slice(bias, [from], [size]), factor),
    };
  };
  return Array.from({ length: HEADS }, (_, n) => ({
    query: cut(0, n, size ** -0.5),
    key: cut(1, n),
    value: cut(2, n),
  }));
}

const apply = (rows, { kernel, bias }) => add(matMul(rows, kernel), bias);

function normalize(rows, { scale, bias }) {
  const centred = sub(rows, mean(rows, -1, true));
  const variance = mean(square(centred), -1, true);
  return add(mul(mul(centred, rsqrt(add(variance, EPSILON))), scale), bias);
}

function attend(rows, { normBefore, heads, combine }) {
  const input = normalize(rows, normBefore);
  const values = heads.map(({ query, key, value }) => {
    // The option of `matMul` to transpose would select its slow kernel.
    const scores = matMul(apply(input, query), transpose(apply(input, key)));
    return matMul(softmax(scores), apply(input, value));
  });
  return apply(concat(values, 1), combine);
}

const expand = (rows, { normBetween, expand: weights }) => relu(apply(normalize(rows, normBetween), weights));
