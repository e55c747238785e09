import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "./log";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("one line tells when, how grave, what, with what, and why", () => {
  const root = Object.assign(new Error("no route"), { code: "EHOSTUNREACH" });
  log.error("The run failed", new TypeError("bad", { cause: root }), { run: 7, name: "a b" });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z error The run failed run=7 name="a b" cause: TypeError: bad \(at .+\) <- Error \[EHOSTUNREACH\]: no route \(at .+\)\n$/,
  );
});

test("nothing that was sent can begin a line or steer a terminal", () => {
  log.warn("got a\nb", "x\r\n\u001b[31mred\u2028\u0085", { text: "y\nz" });
  expect(lines[0]?.match(/\p{Cc}|\u2028/gu)).toEqual(["\n"]);
});

test("errors of an aggregate are told, and a chain that bites its tail ends", () => {
  const error = new AggregateError([new Error("v4"), new Error("v6")], "both");
  error.cause = error;
  log.info("x", error);
  expect(lines[0]).toMatch(/AggregateError: both .*Error: v4 .*Error: v6/);
});

test("a huge message is cut", () => {
  log.error("x", new Error("y".repeat(100_000)));
  expect(lines[0]?.length).toBeLessThan(3_000);
});

test("secrets are hidden wherever they stand", () => {
  vi.stubEnv("OPENAI_API_KEY", "s3cr3t-value");
  log.error("s3cr3t-value", new Error("s3cr3t-value", { cause: "s3cr3t-value" }), { key: "s3cr3t-value" });
  log.error("x", new Error(`${"y".repeat(995)}s3cr3t-value`));
  expect(lines.join()).not.toContain("s3cr3");
});
