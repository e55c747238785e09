import { describe, expect, it } from "vitest";
import { blocksAnswer, formAnswer } from "./answer";
import { renderBlocksInput } from "./index";

const form = (...fields: object[]) => ({
  type: "form",
  submitLabel: "Go",
  fields: fields.map((field) => ({ label: "L", ...field })),
});
const asked = (...blocks: object[]) => blocksAnswer(renderBlocksInput.parse({ blocks }));
const submit = (data: unknown) => ({ action: "submit", data });

const everything = form(
  { name: "text", type: "text", required: true },
  { name: "number", type: "number", min: 0, max: 10, step: 0.1 },
  { name: "select", type: "select", options: ["x", { value: "y", label: "Why" }] },
  { name: "tick", type: "checkbox" },
  { name: "agree", type: "checkbox", required: true },
  { name: "date", type: "date" },
  { name: "area", type: "textarea" },
);
const least = { text: "a", agree: true };

describe("the answer to a form", () => {
  const answer = asked(everything);
  const data = (extra: object) => answer.safeParse(submit({ ...least, ...extra }));

  it("accepts valid values for every field", () => {
    const all = { ...least, number: 0.3, select: "y", tick: true, date: "2028-02-29", area: "a\nb" };
    expect(answer.parse(submit(all))).toEqual(submit(all));
  });

  it("treats null and empty optional values as missing, and an unticked box as false", () => {
    for (const empty of [undefined, null, ""])
      expect(data({ number: empty, select: empty, date: empty, area: empty }).data).toEqual(
        submit({ ...least, tick: false }),
      );
  });

  it("rejects missing and blank required values", () => {
    for (const text of [undefined, null, "", "  \n"])
      expect(data({ text }).error?.issues[0]?.path).toEqual(["data", "text"]);
    for (const agree of [undefined, null, false, "true"]) expect(data({ agree }).success).toBe(false);
  });

  it("reports missing and invalid values with different messages", () => {
    expect(data({ text: null }).error?.issues[0]?.message).toBe("Fill this in.");
    expect(data({ number: "7" }).error?.issues[0]?.message).toBe("Write a number.");
    expect(data({ number: Number.NaN }).error?.issues[0]?.message).toBe("Write a number.");
    expect(data({ number: 11 }).error?.issues[0]?.message).toBe("At most 10.");
    expect(data({ number: 0.25 }).error?.issues[0]?.message).toBe("Only in steps of 0.1.");
    expect(data({ select: "Why" }).error?.issues[0]?.message).toBe("Choose one of the options.");
    expect(data({ agree: false }).error?.issues[0]?.message).toBe("Tick this to continue.");
  });

  it.each(["2027-02-29", "2026-13-01", "28.11.2026", "2026-11-28T00:00:00Z", 20261128])(
    "rejects %s as a date",
    (date) => {
      expect(data({ date }).error?.issues[0]?.path).toEqual(["data", "date"]);
    },
  );

  it.each([
    ["number", "1"],
    ["number", null, true],
    ["number", true],
    ["select", 1],
    ["tick", "yes"],
    ["text", 5],
    ["area", ["a"]],
  ])("checks the value against the type of its field (%s: %j)", (name, value, fine = false) => {
    expect(data({ [String(name)]: value }).success).toBe(fine);
  });

  it("rejects unknown fields and other actions", () => {
    expect(data({ other: 1 }).success).toBe(false);
    for (const other of [
      { action: "dismiss" },
      { action: "submit" },
      { action: "submit", data: [] },
      { ...submit(least), x: 1 },
      null,
      "submit",
    ])
      expect(answer.safeParse(other).success).toBe(false);
  });
});

it("ignores a __proto__ key in the answer", () => {
  const sent = JSON.parse('{ "action": "submit", "data": { "__proto__": { "n": 1 } } }');
  expect(asked(form({ name: "n", type: "number" })).parse(sent)).toEqual(submit({}));
});

it("counts steps from the minimum", () => {
  const odd = asked(form({ name: "n", type: "number", min: 1, step: 2 }));
  expect([1, 3, 2].map((n) => odd.safeParse(submit({ n })).success)).toEqual([true, true, false]);
});

it("accepts only a dismissal if there is no form", () => {
  const seen = asked({ type: "markdown", content: "x" });
  expect(seen.parse({ action: "dismiss" })).toEqual({ action: "dismiss" });
  for (const other of [submit({}), { action: "dismiss", data: {} }, {}, null])
    expect(seen.safeParse(other).success).toBe(false);
});

describe("with two forms", () => {
  const answer = asked(
    form({ name: "mail", type: "text", required: true }),
    form({ name: "phone", type: "text", required: true }),
  );

  it("accepts the answer to either form, but not the fields of both together", () => {
    expect(answer.parse(submit({ mail: "a@b" }))).toEqual(submit({ mail: "a@b" }));
    expect(answer.parse(submit({ phone: "1" }))).toEqual(submit({ phone: "1" }));
    expect(answer.safeParse(submit({ mail: "a@b", phone: "1" })).success).toBe(false);
  });

  it("reports errors of the form that matches the sent fields", () => {
    expect(answer.safeParse(submit({ phone: 1 })).error?.issues).toMatchObject([{ path: ["data", "phone"] }]);
  });
});

it("accepts field names with dots and names of built-in properties", () => {
  const fields = ["a.b", "a[0]", "constructor", "toString", "Vor- und Nachname"].map((name) => ({
    name,
    label: name,
    type: "text" as const,
  }));
  const data = Object.fromEntries(fields.map(({ name }) => [name, "x"]));
  expect(formAnswer(fields).parse(data)).toEqual(data);
  expect(formAnswer(fields).parse({})).toEqual({});
});

describe("each kind of field", () => {
  const one = (field: object) => asked(form({ name: "a", options: ["x", "y", "z"], ...field }));
  const takes = (field: object, value: unknown) => one(field).safeParse(submit({ a: value })).success;

  it.each([
    ["email", ["a@b.example"], ["a@", "a b@c.de", 7]],
    ["phone", ["+49 170 123-45", "(030) 123/456"], ["12", "call me", "+49<script>"]],
    ["url", ["https://a.example/x?y", "http://a.example"], ["a.example", "javascript:alert(1)", "https://"]],
    ["colour", ["#2F6f4f"], ["#abc", "red", "#2f6f4g"]],
    ["time", ["00:00", "23:59"], ["24:00", "7:30", "12:60"]],
    [
      "datetime",
      ["2028-02-29T17:30"],
      ["2027-02-29T17:30", "2028-02-29", "2028-02-29T24:00", "2028-02-29T17:30T"],
    ],
    ["radio", ["x"], ["w", ["x"]]],
    ["multiselect", [["x", "z"], []], ["x", ["w"], [1]]],
    ["slider", [0, 50, 100], [-1, 101, "50"]],
    ["rating", [1, 5], [0, 6, 2.5]],
  ])("%s accepts only valid values", (type, fine, wrong) => {
    for (const value of fine) expect(takes({ type }, value), JSON.stringify(value)).toBe(true);
    for (const value of wrong) expect(takes({ type }, value), JSON.stringify(value)).toBe(false);
  });

  it("removes duplicates of a multiselect, enforces its bounds and defaults to an empty list", () => {
    const bounded = one({ type: "multiselect", min: 1, max: 2 });
    expect(bounded.parse(submit({ a: ["x", "x"] }))).toEqual(submit({ a: ["x"] }));
    for (const a of [[], ["x", "y", "z"]]) expect(bounded.safeParse(submit({ a })).success).toBe(false);
    expect(one({ type: "multiselect" }).parse(submit({}))).toEqual(submit({ a: [] }));
    const needed = one({ type: "multiselect", required: true });
    for (const data of [{}, { a: [] }]) expect(needed.safeParse(submit(data)).success).toBe(false);
  });

  it("returns the default of a hidden field whatever was sent", () => {
    const hidden = one({ type: "hidden", default: "order 7", options: undefined });
    for (const data of [{}, { a: "order 8" }, { a: null }])
      expect(hidden.parse(submit(data))).toEqual(submit({ a: "order 7" }));
  });
});

describe("the actions of a table", () => {
  const actions = [{ label: "Approve", value: "approve" }];
  const table = { type: "table", columns: [{ key: "a", label: "A" }], data: [{ a: 1 }], actions };

  it("accepts an action with its row, or a dismissal", () => {
    const answer = asked(table);
    const choice = { action: "choose", choice: "approve", row: { a: 1 } };
    expect(answer.parse(choice)).toEqual(choice);
    expect(answer.parse({ action: "dismiss" })).toEqual({ action: "dismiss" });
    for (const wrong of [
      { ...choice, choice: "nope" },
      { action: "choose", choice: "approve" },
      { action: "choose" },
    ])
      expect(answer.safeParse(wrong).success).toBe(false);
    expect(asked({ ...table, actions: undefined }).safeParse(choice).success).toBe(false);
  });

  it("offers no choice for actions that run a tool, and requires an action to have either a value or a tool", () => {
    const run = { label: "Weigh", tool: "weigh" };
    const choice = { action: "choose", choice: "approve", row: {} };
    expect(asked({ ...table, actions: [run, ...actions] }).safeParse(choice).success).toBe(true);
    expect(asked({ ...table, actions: [run] }).safeParse(choice).success).toBe(false);
    for (const wrong of [{ label: "A" }, { ...run, value: "a" }, { label: "A", tool: "a b" }])
      expect(() => asked({ ...table, actions: [wrong] })).toThrow();
  });

  it("reports form errors of a submit if there is also a form", () => {
    const answer = asked(table, everything);
    expect(answer.safeParse({ action: "choose", choice: "approve", row: {} }).success).toBe(true);
    expect(answer.safeParse(submit({})).error?.issues[0]?.path).toEqual(["data", "text"]);
    expect(answer.safeParse({ action: "dismiss" }).success).toBe(false);
  });
});

it("reports the path of a currency column without its code", () => {
  const columns = [{ key: "a", label: "A", kind: "currency" }];
  const { error } = renderBlocksInput.safeParse({ blocks: [{ type: "table", columns, data: [] }] });
  expect(error?.issues).toMatchObject([{ path: ["blocks", 0, "columns", 0, "currency"] }]);
});

describe("fields that depend on others", () => {
  const answer = asked(
    form(
      { name: "how", type: "radio", options: ["post", "pick up"], required: true },
      { name: "street", type: "text", required: true, show_when: { field: "how", is: "post" } },
      { name: "gift", type: "checkbox", show_when: { field: "how", is: ["post", "pick up"] } },
      { name: "card", type: "text", required: true, show_when: { field: "gift", is: true } },
    ),
  );

  it("are required while shown and dropped while hidden", () => {
    expect(answer.safeParse(submit({ how: "post" })).error?.issues[0]?.path).toEqual(["data", "street"]);
    expect(answer.parse(submit({ how: "pick up", street: "left from before" }))).toEqual(
      submit({ how: "pick up", gift: false }),
    );
    expect(answer.safeParse(submit({ how: "pick up", gift: true })).error?.issues[0]?.path).toEqual([
      "data",
      "card",
    ]);
    expect(answer.safeParse(submit({ how: "pick up", other: 1 })).success).toBe(false);
  });

  it("are rejected if the other field is not before them, as are unknown groups", () => {
    const fields = [
      { name: "a", label: "A", type: "text", show_when: { field: "b", is: "x" }, group: "none" },
      { name: "b", label: "B", type: "text" },
    ];
    const { error } = renderBlocksInput.safeParse({ blocks: [form(...fields)] });
    expect(error?.issues.map(({ path }) => path.slice(2).join("."))).toEqual([
      "fields.0.group",
      "fields.0.show_when.field",
    ]);
  });
});
