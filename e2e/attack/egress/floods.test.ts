import { afterAll, expect, test } from "vitest";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { makeGuardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { AppError } from "@/lib/shared/errors";
import { type Ends, type Flood, floods } from "./floods";
import { network } from "./network";

const MAX_BYTES = 2_000_000;
const SHORT_MS = isWhole ? 3_000 : 300;
const LONG_MS = 30_000;
const GRACE_MS = 3_000;
const MAX_MEMORY = 150_000_000;

let flood: Flood["send"] = () => {};
const net = await network((request, response) => flood(response, request.socket));
const guardedFetch = makeGuardedFetch(net.ways);
afterAll(() => net.close());

function endOf(error: unknown): Ends | string {
  if (!(error instanceof AppError)) return `thrown: ${error}`;
  if (error.code === "too_large") return "too large";
  if (error.message.includes("took too long")) return "late";
  return error.code === "unavailable" || error.code === "invalid" ? "unreadable" : error.code;
}

test.for(Object.entries(floods(isWhole ? 2_000 : 50)))(
  "%s ends in time with a readable error",
  { timeout: 60_000 },
  async ([, { send, ends }]) => {
    flood = send;
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }, 20);
    const began = performance.now();
    const timeoutMs = ends === "late" ? SHORT_MS : LONG_MS;
    const options = { caller: { agentId: "a" }, maxBytes: MAX_BYTES, timeoutMs };
    const end = await guardedFetch("http://example.com/", options).then(() => "fine", endOf);
    clearInterval(watch);
    expect(end).toBe(ends);
    expect(performance.now() - began).toBeLessThan(timeoutMs + GRACE_MS);
    expect(peak).toBeLessThan(MAX_MEMORY);
  },
);
