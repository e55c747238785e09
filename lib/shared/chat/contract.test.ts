import { expect, test } from "vitest";
import { changeEvent } from "./contract";

test("each kind of change is told once: a page that hears of one can read it", () => {
  expect(changeEvent.parse({ type: "jobs" })).toEqual({ type: "jobs" });
});
