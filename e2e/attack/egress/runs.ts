import { isWhole } from "@/lib/ground/base/testing/sample";

const MAX_MS = isWhole ? 900_000 : 60_000;

export const MAX_TIMEOUT = { timeout: MAX_MS };

/**
 * Returns fast-check options for each class of addresses. A property and each of its runs time out before their test
 * does, because code that still runs after the test would open real connections without the fake network.
 */
export const runs = (some: number, all: number) => ({
  numRuns: isWhole ? all : some,
  timeout: 0.2 * MAX_MS,
  interruptAfterTimeLimit: 0.75 * MAX_MS,
  markInterruptAsFailure: true,
});
