import { expect, test } from "vitest";
import { describeComponentList } from "./component-list";

const board = {
  name: "Board",
  props_schema: {
    properties: {
      title: { type: "string" },
      ideas: { type: "array", items: { type: "string" } },
      size: { enum: [1] },
    },
    required: ["title"],
  },
};

test("describeComponentList lists stored components by name and props", () => {
  expect(describeComponentList([board, { name: "Clock", props_schema: null }])).toBe(
    "Your components: Board(title string, ideas string[]?, size any?); Clock()",
  );
  expect(describeComponentList([])).toBe("");
});

test("describeComponentList lists the components that fit and names the tool that lists the others", () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ ...board, name: `Board${n}` }));
  const text = describeComponentList(many);
  expect(text.length).toBeLessThan(1_600);
  expect(text).toMatch(/; list_ui_components lists the others$/);
});
