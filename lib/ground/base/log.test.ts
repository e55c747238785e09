import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "./log";
import { hideSecret } from "./redact";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("the log writes time, level, message, fields and causes on one line", () => {
  const root = Object.assign(new Error("no route"), { code: "EHOSTUNREACH" });
  log.error("The run failed", new TypeError("bad", { cause: root }), { run: 7, name: "a b" });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z error The run failed run=7 name="a b" cause: TypeError: bad \(at .+\) <- Error \[EHOSTUNREACH\]: no route \(at .+\)\n$/,
  );
});

test("the log escapes line breaks and terminal controls", () => {
  log.warn("got a\nb", "x\r\n\u001b[31mred\u2028\u0085", { text: "y\nz" });
  expect(lines[0]?.match(/\p{Cc}|\u2028/gu)).toEqual(["\n"]);
});

test("the log writes the errors of an aggregate, and ends cyclic causes", () => {
  const error = new AggregateError([new Error("v4"), new Error("v6")], "both");
  error.cause = error;
  log.info("x", error);
  expect(lines[0]).toMatch(/AggregateError: both .*Error: v4 .*Error: v6/);
});

test("the log truncates a huge message", () => {
  log.error("x", new Error("y".repeat(100_000)));
  expect(lines[0]?.length).toBeLessThan(3_000);
});

test("the log redacts secrets everywhere", () => {
  vi.stubEnv("OPENAI_API_KEY", "s3cr3t-value");
  log.error("s3cr3t-value", new Error("s3cr3t-value", { cause: "s3cr3t-value" }), { key: "s3cr3t-value" });
  log.error("x", new Error(`${"y".repeat(995)}s3cr3t-value`));
  expect(lines.join()).not.toContain("s3cr3");
});

test("EASEL_LOG=json writes one object per line and hides secrets in each field", () => {
  vi.stubEnv("EASEL_LOG", "json");
  hideSecret('json "secret" value');
  log.warn("a\nb", new Error('json "secret" value', { cause: "x" }), { run: 7, text: 'json "secret" value' });
  expect(lines[0]?.trimEnd()).not.toContain("\n");
  expect(lines[0]).not.toContain("secret");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    time: expect.stringMatching(/^\d{4}-/),
    level: "warn",
    message: "a\nb",
    run: 7,
    causes: [expect.stringMatching(/^Error: /), "x"],
  });
});

test("EASEL_LOG_LEVEL drops the levels below it, and debug is dropped by default", () => {
  log.debug("hidden");
  vi.stubEnv("EASEL_LOG_LEVEL", "warn");
  log.info("hidden");
  log.warn("shown");
  vi.stubEnv("EASEL_LOG_LEVEL", "debug");
  log.debug("shown too");
  expect(lines.map((line) => line.slice(25).trimEnd())).toEqual(["warn  shown", "debug shown too"]);
});
