import { expect, test } from "vitest";
import { withoutHidden } from "./hidden-fields";

const field = (name: string, type = "text", rest: object = {}) => ({ name, label: name, type, ...rest });
const order = field("order", "hidden", { default: "o7" });
const sent = (data: object) => ({ action: "submit", data, edits: [] });
const surface = (...blocks: object[]) => ({ blocks: [{ type: "markdown", content: "Hello" }, ...blocks] });
const form = (...fields: object[]) => ({ type: "form", fields });

test("withoutHidden removes hidden fields by type, including those in layouts and repeated groups", () => {
  const groups = [
    { name: "way", heading: "Way" },
    { name: "guests", heading: "Guests", repeat: {} },
  ];
  const fields = [
    field("name"),
    { ...order, group: "way" },
    field("who", "text", { group: "guests" }),
    field("seat", "hidden", { group: "guests", default: 1 }),
  ];
  const tabs = { type: "tabs", tabs: [{ label: "Form", blocks: [{ type: "form", groups, fields }] }] };
  const data = { name: "Ana", order: "o7", guests: [{ who: "Bo", seat: 1 }] };
  const shown = { action: "submit", data: { name: "Ana", guests: [{ who: "Bo" }] } };
  expect(withoutHidden(surface(tabs), sent(data))).toEqual({ ...shown, edits: [] });
});

test("withoutHidden uses the form whose fields match the answer", () => {
  const two = surface(form(field("name"), order), form(field("order"), field("note")));
  expect(withoutHidden(two, sent({ name: "Ana", order: "o7" }))).toEqual(sent({ name: "Ana" }));
  expect(withoutHidden(two, sent({ order: "mine", note: "x" }))).toEqual(sent({ order: "mine", note: "x" }));
  const alike = surface(form(field("order")), form(order));
  expect(withoutHidden(alike, sent({ order: "mine" }))).toEqual(sent({ order: "mine" }));
  expect(withoutHidden(alike, sent({ order: "o7" }))).toEqual(sent({}));
  // The form has changed since the answer was sent.
  expect(withoutHidden(surface(form(order)), sent({ name: "Ana", order: "o1" }))).toEqual(
    sent({ name: "Ana" }),
  );
});

test.each([undefined, "text", { blocks: "[]" }, { blocks: [null, { type: "form", fields: [null] }] }])(
  "withoutHidden returns the answer unchanged if the input has no form: %j",
  (input) => {
    expect(withoutHidden(input, sent({ order: "o7" }))).toEqual(sent({ order: "o7" }));
    expect(withoutHidden(input, { action: "message", text: "Hello" })).toEqual({
      action: "message",
      text: "Hello",
    });
  },
);
