import { expect, test } from "vitest";
import type { CallState } from "@/lib/shared/tools/calls";
import { describeAccess } from "./describe-access";
import { verdictOf } from "./verdict";

test("describeAccess lists what a tool reads and writes", () => {
  const describe = (reads: string[], writes: string[] = []) => describeAccess({ reads, writes });
  expect(describe([])).toBe("");
  expect(describe(["web"], ["web"])).toBe("Reads and acts on the web");
  expect(describe(["web", "state"], ["state"])).toBe("Reads the web, reads and changes the state");
  expect(describe(["files", "web", "database"])).toBe("Reads files and images, the web and the database");
  expect(describe([], ["whatever_else"])).toBe("Changes whatever else");
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
