import { expect, test } from "vitest";
import { changeEvent } from "./contract";

test("no two types of changeEvent collide, so that events parse", () => {
  expect(changeEvent.parse({ type: "jobs" })).toEqual({ type: "jobs" });
});
