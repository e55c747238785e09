import { expect, test } from "vitest";
import { askOutcomeOf } from "./asks";

const form = {
  type: "form",
  submitLabel: "Go",
  groups: [{ name: "guests", heading: "Guest", repeat: {} }],
  fields: [
    { name: "kind", label: "Kind", type: "hidden", default: "party" },
    { name: "what", label: "What", type: "text" },
    { name: "tea", label: "Tea", type: "select", options: [{ value: "g", label: "Green" }, "Black"] },
    { name: "name", label: "Name", type: "text", group: "guests" },
    { name: "cake", label: "With cake", type: "checkbox" },
    { name: "quiet", label: "Quietly", type: "checkbox" },
    { name: "hour", label: "Hour", type: "time" },
  ],
};
const other = { type: "form", submitLabel: "Leave", fields: [{ name: "why", label: "Why", type: "text" }] };
const outcome = (data: object, blocks: object[] = [other, form]) =>
  askOutcomeOf({ kind: "answer", status: "answered", input: { blocks }, output: { action: "submit", data } })
    .text;

test("lists the visible values of an answered form, and repeated groups as a count", () => {
  const boxes = { kind: "party", cake: true, quiet: false };
  const data = { ...boxes, what: "Tea time", tea: "g", guests: [{ name: "Ada" }, {}], hour: "17:30" };
  expect(outcome(data)).toBe("✓ Tea time, Green, 2 × Guest, With cake, 17:30");
  expect(outcome({ ...boxes, cake: false, guests: [] })).toBe("✓ Sent");
  expect(outcome({ why: "Late" })).toBe("✓ Late");
  // A component's answer has no form fields, so its values are listed as they are.
  expect(outcome({ city: "Lyon" }, [])).toBe("✓ Lyon");
});
