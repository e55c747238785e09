import { expect, test } from "vitest";
import { type Block, blockSchema } from "@/lib/shared/blocks/index";
import { askedFields, askedForm, askedName, folded, isWhether } from "./form-entries";

const form = blockSchema.parse({
  type: "form",
  groups: [{ name: "guests", heading: "Guest", repeat: { min: 1, max: 3, add_label: "Another guest" } }],
  fields: [
    { name: "party", label: "Party", type: "text" },
    { name: "name", label: "Name", type: "text", group: "guests" },
    { name: "end", label: "End", type: "time" },
  ],
  submitLabel: "Go",
}) as Block<"form">;

const asked = (data: Record<string, string | boolean>) =>
  askedForm(form, data).fields.map(({ label }) => label);

test("a chat asks for the fields of each entry of a repeated group, and whether to add another entry", () => {
  expect(asked({})).toEqual(["Party", "Guest 1: Name", "Another guest? (Guest 2)", "End"]);
  const second = { "guests[1].": true };
  expect(asked(second)).toEqual([
    ...["Party", "Guest 1: Name", "Another guest? (Guest 2)", "Guest 2: Name"],
    ...["Another guest? (Guest 3)", "End"],
  ]);
  const data = { party: "Tea", "guests[0].name": "Ada", "guests[1].name": "Ben", "guests[1].": true };
  expect(folded(form, data)).toEqual({ party: "Tea", guests: [{ name: "Ada" }, { name: "Ben" }] });
  expect(folded(form, { ...data, "guests[1].": false })).toMatchObject({ guests: [{ name: "Ada" }] });
  expect(askedName(["guests", 1, "name"])).toBe("guests[1].name");
});

test("hidden fields are not asked for, but their values decide which other fields are; only the question about a further entry counts as such a question", () => {
  const [party, name, end] = form.fields;
  if (!party || !name || !end) throw new Error("The form has three fields");
  const fields = [
    { name: "kind", label: "Kind", type: "hidden", default: "party" } as const,
    { ...party, show_when: { field: "kind", is: "party" } },
    name,
    { ...end, show_when: { field: "kind", is: "dinner" } },
  ];
  const asked = askedFields(askedForm({ ...form, fields }, {}), {});
  expect(asked.map(({ label }) => label)).toEqual(["Party", "Guest 1: Name", "Another guest? (Guest 2)"]);
  expect(asked.map(isWhether)).toEqual([false, false, true]);
});
