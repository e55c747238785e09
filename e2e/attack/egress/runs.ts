const isWhole = process.env.ATTACK === "all";
const MAX_MS = isWhole ? 900_000 : 60_000;

export const MAX_TIMEOUT = { timeout: MAX_MS };

/**
 * Returns fast-check options for each class. A property, and each of its runs, times out before its test
 * does. After the test the fake network is gone, and code that still runs would open real connections.
 */
export const runs = (some: number, all: number) => ({
  numRuns: isWhole ? all : some,
  timeout: 0.2 * MAX_MS,
  interruptAfterTimeLimit: 0.75 * MAX_MS,
  markInterruptAsFailure: true,
});
