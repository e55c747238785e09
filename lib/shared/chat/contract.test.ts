import { expect, test } from "vitest";
import { changeEvent } from "./contract";

test("changeEvent parses an event, which fails if two of its types have the same literal", () => {
  expect(changeEvent.parse({ type: "jobs" })).toEqual({ type: "jobs" });
});
