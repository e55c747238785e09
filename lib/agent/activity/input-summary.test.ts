import { expect, test } from "vitest";
import { inputSummary } from "./input-summary";

test("summarises an input by its strings and numbers, without secrets and nested values", () => {
  const summary = (input: unknown) => inputSummary(JSON.stringify(input));
  expect(summary({ url: "https://a.b/?sig=1", method: "GET", headers: { authorization: "x" } })).toBe(
    "https://a.b/?sig=…, GET",
  );
  expect(summary({ code: "return\n 1", password: "sesame", apiKey: "abc" })).toBe("return 1");
  expect(summary({ key: "mill", value: { a: 1 }, deep: [1], on: true, n: 2, none: null, empty: "" })).toBe(
    "mill, on: true, 2",
  );
  expect([summary("words"), summary({}), summary([1]), summary(null)]).toEqual(["words", "", "", ""]);
  expect(summary({ text: "x".repeat(300) })).toHaveLength(200);
  expect(summary({ query: "a\0\u202eb\u0007 c" })).toBe("a b c");
  expect(summary({ query: `a${"😀".repeat(150)}` })).toMatch(/^a(😀)+…$/u);
});

test("removes secrets from URLs in code and errors, and omits request bodies", () => {
  const summary = (input: unknown) => inputSummary(JSON.stringify(input));
  expect(summary({ code: `await fetch("https://a.b/c?api_key=sesame&q=1")` })).toBe(
    `await fetch("https://a.b/c?api_key=…&q=1")`,
  );
  expect(summary({ url: "https://a.b/", method: "POST", body: "password=sesame" })).toBe(
    "https://a.b/, POST",
  );
});

test("returns the first string of truncated JSON", () => {
  const json = JSON.stringify({ query: `SELECT "a"\n${"x".repeat(5_000)}` }).slice(0, 4_000);
  expect(inputSummary(json)).toMatch(/^SELECT "a" x+…$/);
  expect(inputSummary(json.replace("query", "password"))).toBe("");
  for (const cut of ["", "{", '{"a', '{"a":', '{"a":1,', '{"a":"\\', '{"a":"\\u12'])
    expect(inputSummary(cut)).not.toContain("{");
});
