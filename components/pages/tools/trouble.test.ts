import { expect, test } from "vitest";
import { ApiError } from "@/components/client/request";
import type { Source } from "./own/use-source";
import { elsewhere } from "./tabs";
import { logsOf, schemaPlace, troubleOf } from "./trouble";

const refused = (message: string, details?: unknown, status = 422) => new ApiError(status, message, details);

test("troubleOf returns the place of a compile error, without the code excerpt", () => {
  const message = "The code does not compile: Unexpected token (line 2, column 5).\n  1 | a\n> 2 | b c";
  expect(troubleOf(refused(message, { line: 2, column: 5 }))).toEqual({
    ...{ kind: "code", message },
    place: { line: 2, column: 5, message: "Unexpected token" },
  });
});

test.each([
  ["parameter_schema.properties.n.type: no such type", ["properties", "n", "type"]],
  ["parameter_schema[0]: no object", ["0"]],
  ["The parameter_schema is no schema", []],
])("a rejected schema is reported with the keys in the message: %s", (message, keys) =>
  expect(troubleOf(refused(message))).toEqual({ kind: "schema", message, keys }),
);

test("schemaPlace finds a schema error by its key, or returns the start if the key is missing", () => {
  const text = '{\n  "type": "object",\n  "properties": { "n": { "type": "nmber" } }\n}';
  const trouble = troubleOf(refused("parameter_schema.properties.n: no such type"));
  expect(schemaPlace(text, trouble)).toMatchObject({ line: 3, column: 19 });
  expect(schemaPlace("{}", trouble)).toMatchObject({ line: 1, column: 1 });
  expect(schemaPlace(text, { kind: "conflict" })).toBeUndefined();
});

test("a newer live version is reported as a conflict, and other conflicts keep their messages", () => {
  expect(troubleOf(refused("Version 3 is live.", { version: 3 }, 409))).toEqual({ kind: "conflict" });
  expect(troubleOf(refused("64 tools are enabled.", undefined, 409))).toEqual({
    ...{ kind: "other", message: "64 tools are enabled." },
  });
});

test("a request without a response is reported as a network error", () =>
  expect(troubleOf(new TypeError("Failed to fetch"))).toMatchObject({
    ...{ kind: "other", message: expect.stringMatching(/^Easel cannot be reached/) },
  }));

test("logsOf returns the logs of a failed run if they are strings", () => {
  expect(logsOf(refused("It threw.", { logs: ["a", "b"] }))).toEqual(["a", "b"]);
  expect(logsOf(refused("It threw.", { logs: [1] }))).toEqual([]);
  expect(logsOf(new Error("It threw."))).toEqual([]);
});

const at = { line: 1, column: 1, message: "wrong" };
const source = (rest: Partial<Source>) =>
  ({ limitErrors: {}, isRefused: false, ...rest }) satisfies Partial<Source> as Source;

test("elsewhere reports the problems of the other tabs, but not those of the visible tab", () => {
  const all = source({ codeError: at, schemaError: at, limitErrors: { cpuMs: "wrong" } });
  expect(elsewhere("limits", all)).toBe("Not saved: see Code.");
  expect(elsewhere("code", all)).toBe("Not saved: see Parameters.");
  expect(elsewhere("parameters", source({ limitErrors: { cpuMs: "wrong" } }))).toBe("Not saved: see Limits.");
  expect(elsewhere("limits", source({ limitErrors: { cpuMs: "wrong" } }))).toBeUndefined();
  expect(elsewhere("code", source({ schemaError: at, isRefused: true }))).toBe("Not saved: see Parameters.");
  expect(elsewhere("code", source({ problem: "The disk is full.", schemaError: at }))).toBe(
    "Not saved. The disk is full.",
  );
});
