/*
 * How vectors are stored. The sign of each component, as a bit, gives a rough similarity to find candidates.
 * One byte for each component gives a similarity that is exact enough to sort them.
 */

/** How many leading components are stored by their signs. More would not improve the rough similarity. */
const SIGNS = 512;

/** Returns the signs as SQL's `bit`. */
export const signsOf = (vector: Float32Array): string => {
  let bits = "";
  for (let n = 0; n < SIGNS; n++) bits += (vector[n] ?? 0) > 0 ? "1" : "0";
  return bits;
};

/** The number of leading signs that form a cell. */
export const CELL_BITS = 10;

/** Returns the number of a vector's cell. Similar vectors are in the same cell or a neighbouring one. */
export function vectorCellOf(vector: Float32Array): number {
  let cell = 0;
  for (let bit = 0; bit < CELL_BITS; bit++) if ((vector[bit] ?? 0) > 0) cell |= 1 << bit;
  return cell;
}

/**
 * Returns the cells that most likely contain similar vectors, the likeliest first. They differ from the
 * vector's own cell in the signs of components near zero.
 */
export function cellsNear(vector: Float32Array, count: number): number[] {
  const own = vectorCellOf(vector);
  const costs = Array.from({ length: CELL_BITS }, (_, bit) => (vector[bit] ?? 0) ** 2);
  const cells = Array.from({ length: 1 << CELL_BITS }, (_, flips) => ({
    cell: own ^ flips,
    cost: costs.reduce((sum, cost, bit) => sum + (flips & (1 << bit) ? cost : 0), 0),
  }));
  cells.sort((a, b) => a.cost - b.cost);
  return cells.slice(0, count).map(({ cell }) => cell);
}

/** Returns each component as a signed byte, scaled so that the largest is 127. */
export function packed(vector: Float32Array): Buffer {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((value / largest) * 127)));
  return Buffer.from(bytes.buffer);
}

/** Returns the cosine of a vector and a packed one: 1 for the same meaning, about 0 for unrelated texts. */
export function cosine(vector: Float32Array, bytes: Uint8Array): number {
  const other = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [dot, a, b] = [0, 0, 0];
  for (let n = 0; n < vector.length; n++) {
    const [x, y] = [vector[n] ?? 0, other[n] ?? 0];
    dot += x * y;
    a += x * x;
    b += y * y;
  }
  return a === 0 || b === 0 ? 0 : dot / Math.sqrt(a * b);
}
