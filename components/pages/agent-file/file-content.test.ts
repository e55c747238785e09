import { expect, test } from "vitest";
import { contentIn } from "./file-content";

const file = {
  prompt: "Be terse.",
  notes: "",
  tools: [{ name: "double", enabled: false, description: "Doubles", code: "return 2", limits: null }],
  components: [{ name: "Board", description: "A board", code: "one", props_schema: null }],
  state: [{ key: "a", value: null }],
};

test("contentIn returns an item's content of any kind in the format of its revisions", () => {
  expect(contentIn(file, "system_prompt", "system_prompt")).toBe("Be terse.");
  expect(contentIn(file, "learned_notes", "learned_notes")).toBe("");
  expect(contentIn(file, "tool", "double")).toEqual({
    description: "Doubles",
    code: "return 2",
    limits: null,
  });
  expect(contentIn(file, "component", "Board")).toEqual({
    description: "A board",
    code: "one",
    props_schema: null,
  });
  expect(contentIn(file, "state", "a")).toEqual({ value: null });
});

test("contentIn returns null if the item is missing or the file is invalid", () => {
  expect(contentIn(file, "tool", "Board")).toBeNull();
  expect(contentIn({ tools: "none" }, "tool", "double")).toBeNull();
  expect(contentIn(null, "state", "a")).toBeNull();
});
