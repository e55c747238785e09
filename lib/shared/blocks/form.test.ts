import { describe, expect, it } from "vitest";
import { choices } from "./form-value";
import { blockSchema } from "./index";

const parse = (...fields: unknown[]) => blockSchema.safeParse({ type: "form", fields, submitLabel: "Go" });
const field = (raw: object) => {
  const block = parse({ name: "a", label: "A", ...raw }).data;
  return block?.type === "form" ? block.fields[0] : undefined;
};
const issue = (...fields: unknown[]) => parse(...fields).error?.issues[0];

it("reports the second field of a duplicate name", () => {
  const a = { name: "a", label: "A", type: "text" };
  expect(issue(a, { ...a, name: "b" }, a)).toMatchObject({ path: ["fields", 2, "name"] });
});

it("a select requires options", () => {
  expect(issue({ name: "a", label: "A", type: "select" })).toMatchObject({ path: ["fields", 0, "options"] });
  expect(issue({ name: "a", label: "A", type: "select", options: [] })).toMatchObject({
    path: ["fields", 0, "options"],
  });
});

it("accepts options as texts, numbers or labelled values, without duplicates", () => {
  const select = field({
    type: "select",
    options: ["x", 2, { value: 3, label: "Three" }, { label: "y" }, "x"],
  });
  expect(select && choices(select)).toEqual([
    { value: "x", label: "x" },
    { value: "2", label: "2" },
    { value: "3", label: "Three" },
    { value: "y", label: "y" },
  ]);
});

describe("a default", () => {
  it.each([
    ["text", "x"],
    ["number", 2],
    ["checkbox", true],
    ["date", "2028-02-29"],
    ["textarea", "x\ny"],
  ])("of the type %s is accepted", (type, value) => {
    expect(field({ type, default: value })).toMatchObject({ default: value });
  });

  it.each([
    ["text", {}],
    ["number", "many"],
    ["number", 11],
    ["checkbox", "perhaps"],
    ["date", "2027-02-29"],
    ["date", "tomorrow"],
    ["select", "z"],
  ])("that is invalid for the type %s is rejected with its path", (type, value) => {
    const wrong = { name: "a", label: "A", type, default: value, options: ["x"], max: 10 };
    expect(issue(wrong)).toMatchObject({ path: ["fields", 0, "default"] });
  });

  it("is converted if its meaning is unambiguous", () => {
    expect(field({ type: "number", default: "12.5" })?.default).toBe(12.5);
    expect(field({ type: "checkbox", default: "true" })?.default).toBe(true);
    expect(field({ type: "text", defaultValue: 7 })?.default).toBe("7");
    expect(field({ type: "date", default: "2026-11-28T00:00:00Z" })?.default).toBe("2026-11-28");
    expect(field({ type: "text", default: null })?.default).toBeUndefined();
    expect(field({ type: "number", default: "" })?.default).toBeUndefined();
  });
});

it("accepts equivalent field types of other libraries, but no passwords", () => {
  expect(
    ["tel", "boolean", "dropdown", "integer", "range", "color", "checkboxes"].map(
      (type) => field({ type, options: ["x"] })?.type,
    ),
  ).toEqual(["phone", "checkbox", "select", "number", "slider", "colour", "multiselect"]);
  expect(field({ type: "password" })).toBeUndefined();
});

it("uses the name as the default label, and Send as the default submitLabel", () => {
  expect(blockSchema.parse({ type: "form", fields: [{ name: "city", type: "text" }] })).toMatchObject({
    fields: [{ label: "city" }],
    submitLabel: "Send",
  });
});

it("rejects a min above max", () => {
  expect(issue({ name: "a", label: "A", type: "number", min: 3, max: 2 })).toMatchObject({
    path: ["fields", 0, "max"],
  });
});

it("rejects __proto__ as a field name", () => {
  expect(issue(JSON.parse('{ "name": "__proto__", "label": "A", "type": "text" }'))).toMatchObject({
    path: ["fields", 0, "name"],
  });
});

it.each([
  [{ type: "radio" }, "options"],
  [{ type: "multiselect" }, "options"],
  [{ type: "multiselect", options: ["x"], max: 0 }, "max"],
  [{ type: "multiselect", options: ["x"], default: ["y"] }, "default"],
  [{ type: "rating", max: 1 }, "max"],
  [{ type: "rating", max: 11 }, "max"],
  [{ type: "slider", min: 100 }, "max"],
  [{ type: "hidden" }, "default"],
  [{ type: "colour", default: "red" }, "default"],
])("rejects %j with the path %s", (raw, name) => {
  expect(issue({ name: "a", label: "A", ...raw })).toMatchObject({ path: ["fields", 0, name] });
});
