/** True with ATTACK=all, which `npm run attack` sets. Otherwise generated tests play a sample. */
export const isWhole = process.env.ATTACK === "all";

/**
 * Returns every nth value, or all values with ATTACK=all. `from` (0 to `every` - 1) is the index of the first: samples
 * that start at different ones share no value.
 */
export const sample = <T>(all: readonly T[], every: number, from = 0): T[] =>
  all.filter((_, nth) => isWhole || nth % every === from);
