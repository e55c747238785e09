import { expect, test } from "vitest";
import { expectedVersion } from "./if-match";

const asked = (header?: string) =>
  new Request("http://localhost/", { headers: header === undefined ? {} : { "if-match": header } });

test.each([
  [undefined, undefined, undefined],
  [undefined, 3, 3],
  ['"7"', undefined, 7],
  ["7", 7, 7],
  ['W/"7"', undefined, 7],
  ["*", undefined, undefined],
  ["*", 2, 2],
])("If-Match %s with %s in the body expects version %s", (header, inBody, version) => {
  expect(expectedVersion(asked(header), inBody)).toBe(version);
});

test.each([["seven"], ['"1", "2"'], ['"-1"'], ["1e3"]])("expectedVersion rejects If-Match %s", (header) => {
  expect(() => expectedVersion(asked(header))).toThrow(/one version/);
});

test("expectedVersion rejects a header that contradicts the body", () => {
  expect(() => expectedVersion(asked('"7"'), 8)).toThrow("If-Match says version 7, the body says 8");
});
