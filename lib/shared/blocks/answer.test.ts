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

  it("is taken with all values", () => {
    const all = { ...least, number: 0.3, select: "y", tick: true, date: "2028-02-29", area: "a\nb" };
    expect(answer.parse(submit(all))).toEqual(submit(all));
  });

  it("may leave out, or give as null or empty, what is not required; an unticked box is false", () => {
    for (const empty of [undefined, null, ""])
      expect(data({ number: empty, select: empty, date: empty, area: empty }).data).toEqual(
        submit({ ...least, tick: false }),
      );
  });

  it("needs what is required, and blanks are nothing", () => {
    for (const text of [undefined, null, "", "  \n"])
      expect(data({ text }).error?.issues[0]?.path).toEqual(["data", "text"]);
    for (const agree of [undefined, null, false, "true"]) expect(data({ agree }).success).toBe(false);
  });

  it("says of a missing value that it is missing, and of a wrong one what is wrong", () => {
    expect(data({ text: null }).error?.issues[0]?.message).toBe("Fill this in.");
    expect(data({ number: "7" }).error?.issues[0]?.message).toBe("Write a number.");
    expect(data({ number: Number.NaN }).error?.issues[0]?.message).toBe("Write a number.");
    expect(data({ number: 11 }).error?.issues[0]?.message).toBe("At most 10.");
    expect(data({ number: 0.25 }).error?.issues[0]?.message).toBe("Only in steps of 0.1.");
    expect(data({ select: "Why" }).error?.issues[0]?.message).toBe("Choose one of the options.");
    expect(data({ agree: false }).error?.issues[0]?.message).toBe("Tick this to go on.");
  });

  it.each(["2027-02-29", "2026-13-01", "28.11.2026", "2026-11-28T00:00:00Z", 20261128])(
    "knows that %s is no date",
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
  ])("holds each field to its type (%s: %j)", (name, value, fine = false) => {
    expect(data({ [String(name)]: value }).success).toBe(fine);
  });

  it("refuses values that nobody asked for, and other actions", () => {
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

it("a prototype that is sent along is left behind", () => {
  const sent = JSON.parse('{ "action": "submit", "data": { "__proto__": { "n": 1 } } }');
  expect(asked(form({ name: "n", type: "number" })).parse(sent)).toEqual(submit({}));
});

it("whole numbers count from the least one", () => {
  const odd = asked(form({ name: "n", type: "number", min: 1, step: 2 }));
  expect([1, 3, 2].map((n) => odd.safeParse(submit({ n })).success)).toEqual([true, true, false]);
});

it("without a form there is nothing to submit", () => {
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

  it("either one may be answered, but not both at once", () => {
    expect(answer.parse(submit({ mail: "a@b" }))).toEqual(submit({ mail: "a@b" }));
    expect(answer.parse(submit({ phone: "1" }))).toEqual(submit({ phone: "1" }));
    expect(answer.safeParse(submit({ mail: "a@b", phone: "1" })).success).toBe(false);
  });

  it("what is wrong is said of the form that was meant", () => {
    expect(answer.safeParse(submit({ phone: 1 })).error?.issues).toMatchObject([{ path: ["data", "phone"] }]);
  });
});

it("field names may be anything, dots and built-in names too", () => {
  const fields = ["a.b", "a[0]", "constructor", "toString", "Vor- und Nachname"].map((name) => ({
    name,
    label: name,
    type: "text" as const,
  }));
  const data = Object.fromEntries(fields.map(({ name }) => [name, "x"]));
  expect(formAnswer(fields).parse(data)).toEqual(data);
  expect(formAnswer(fields).parse({})).toEqual({});
});
