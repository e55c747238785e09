/*
 * How vectors are stored. The signs of the components, as bits, tell roughly how near two texts lie; a byte for each
 * component tells it exactly enough.
 */

/** How many signs are kept, of the first components: of a vector with more, they tell as much as of one with so many. */
const SIGNS = 512;

/** The signs as SQL's `bit`. */
export const signsOf = (vector: Float32Array): string => {
  let bits = "";
  for (let n = 0; n < SIGNS; n++) bits += (vector[n] ?? 0) > 0 ? "1" : "0";
  return bits;
};

/** How many of the first signs say in which part of the space a vector lies. */
export const CELL_BITS = 10;

/** The part of the space in which a vector lies, as a number. Vectors that are near are in the same or in one beside it. */
export function vectorCellOf(vector: Float32Array): number {
  let cell = 0;
  for (let bit = 0; bit < CELL_BITS; bit++) if ((vector[bit] ?? 0) > 0) cell |= 1 << bit;
  return cell;
}

/** The cells of what lies nearest, the likeliest first: those whose other signs this vector has nearly as well. */
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

/** Each component as a byte, the largest as 127. */
export function packed(vector: Float32Array): Buffer {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((value / largest) * 127)));
  return Buffer.from(bytes.buffer);
}

/** The cosine of a vector and a packed one: 1 where they mean the same, about 0 where they have nothing in common. */
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
