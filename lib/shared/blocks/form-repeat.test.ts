import { expect, test } from "vitest";
import { formAnswer } from "./answer";
import { flattened } from "./form-repeat";
import { type Block, blockSchema } from "./index";

const fields = [
  { name: "party", label: "Party", type: "text", required: true },
  { name: "name", label: "Name", type: "text", group: "guests", required: true },
  { name: "child", label: "Child", type: "checkbox", group: "guests" },
  {
    ...{ name: "age", label: "Age", type: "number", group: "guests", required: true, min: 0 },
    show_when: { field: "child", is: true },
  },
];
const groups = [{ name: "guests", heading: "Guest", repeat: { min: 1, max: 2, add_label: "Add a guest" } }];
const form = (more: object = {}) =>
  blockSchema.parse({ type: "form", fields, groups, submitLabel: "Go", ...more }) as Block<"form">;
const problems = (data: Record<string, unknown>) =>
  formAnswer(form().fields, form().groups)
    .safeParse(data)
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("the answer has a list per repeated group, and evaluates conditions per entry", () => {
  const guests = [
    { name: "Ada", child: false, age: 7 },
    { name: "Ben", child: true, age: 3 },
  ];
  expect(formAnswer(form().fields, form().groups).parse({ party: "x", guests })).toEqual({
    party: "x",
    guests: [
      { name: "Ada", child: false },
      { name: "Ben", child: true, age: 3 },
    ],
  });
});

test("errors name the entry and the field", () => {
  expect(problems({ party: "x", guests: [{ name: "Ada" }, { child: true, age: -1 }] })).toEqual([
    "guests.1.name: Fill this in.",
    "guests.1.age: At least 0.",
  ]);
  expect(problems({ guests: [] })).toEqual(["party: Fill this in.", "guests: At least one entry."]);
  expect(problems({ party: "x", guests: "Ada" })).toEqual(["guests: must be a list"]);
  expect(problems({ party: "x", guests: [1] })?.[0]).toMatch(/^guests\.0: /);
  expect(problems({ party: "x", guests: Array(3).fill({ name: "A" }) })).toEqual([
    "guests: At most 2 entries.",
  ]);
  expect(problems({ party: "x", guests: [{ name: "Ada", other: 1 }] })?.[0]).toMatch(/^guests\.0: .*other/);
});

test("blockSchema rejects invalid repeated groups", () => {
  const errorOf = (more: object) => {
    try {
      form(more);
    } catch (error) {
      return String(error);
    }
  };
  expect(errorOf({ groups: [{ ...groups[0], name: "party" }, ...groups] })).toContain(
    "is also the name of a field",
  );
  expect(errorOf({ groups: [...groups, { name: "x", heading: "X", repeat: {} }] })).toContain(
    "has no fields",
  );
  expect(errorOf({ groups: [{ ...groups[0], repeat: { min: 3, max: 2 } }] })).toContain(
    "must not be below min",
  );
  const after = { name: "last", label: "L", type: "text", show_when: { field: "child", is: true } };
  expect(errorOf({ fields: [...fields, after] })).toContain("must be an earlier field: party");
});

test("flattened gives each entry unique field names", () => {
  const flat = flattened(form(), { party: "x", guests: [{ name: "Ada", child: true, age: 7 }] });
  expect(flat.fields.map(({ name, label }) => `${name} ${label}`)).toEqual([
    "party Party",
    "guests[0].name Guest 1: Name",
    "guests[0].child Guest 1: Child",
    "guests[0].age Guest 1: Age",
  ]);
  expect(flat.fields[3]?.show_when?.field).toBe("guests[0].child");
  expect(flat.data).toMatchObject({ party: "x", "guests[0].age": 7 });
});
