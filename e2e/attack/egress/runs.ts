const isWhole = process.env.ATTACK === "all";
const LONGEST_MS = isWhole ? 900_000 : 60_000;

/** Of a test of the suite. */
export const LONGEST = { timeout: LONGEST_MS };

/**
 * How many of each class. A property gives up by itself before its test does, and so does one run that waits: what went on
 * after the test would dial in earnest, for nobody stands in for the network any more.
 */
export const runs = (some: number, all: number) => ({
  numRuns: isWhole ? all : some,
  timeout: 0.2 * LONGEST_MS,
  interruptAfterTimeLimit: 0.75 * LONGEST_MS,
  markInterruptAsFailure: true,
});
