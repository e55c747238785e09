/** True with ATTACK=all, which `npm run attack` sets. Otherwise generated tests play a sample. */
export const isWhole = process.env.ATTACK === "all";

/** Returns every nth value, or all values with ATTACK=all. */
export const sample = <T>(all: readonly T[], every: number): T[] =>
  all.filter((_, nth) => isWhole || nth % every === 0);
