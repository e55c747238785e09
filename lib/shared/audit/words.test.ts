import { expect, test } from "vitest";
import type { CallState } from "@/lib/shared/tools/calls";
import { touchesWords } from "./touches";
import { verdictOf } from "./verdict";

test("describeAccess lists what a tool reads and writes", () => {
  const words = (reads: string[], writes: string[] = []) => touchesWords({ reads, writes });
  expect(words([])).toBe("");
  expect(words(["web"], ["web"])).toBe("Reads and acts on the web");
  expect(words(["web", "state"], ["state"])).toBe("Reads the web, reads and changes the state");
  expect(words(["files", "web", "database"])).toBe("Reads files and images, the web and the database");
  expect(words([], ["whatever_else"])).toBe("Changes whatever else");
});

test("verdictOf returns the most severe outcome of a call and its requests", () => {
  const of = (status: CallState, refused = 0, failed = 0) =>
    verdictOf({ status, requests: { count: 1, refused, failed, received: 0, hosts: [] } });
  expect([of("ok"), of("ok", 0, 1), of("ok", 1, 1), of("error", 1), of("denied")]).toEqual([
    "allowed",
    "failed",
    "refused",
    "refused",
    "refused",
  ]);
  expect(of("waiting")).toBeNull();
  expect([of("running"), of("running", 1), of("unknown"), of("error")]).toEqual([
    null,
    "refused",
    "failed",
    "failed",
  ]);
});
