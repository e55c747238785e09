import { expect, test } from "vitest";
import { readPermission, writePermission } from "./permission";

test("a permission is read as it was written", () => {
  expect(readPermission(writePermission("set_state", undefined))).toEqual({ name: "set_state", version: 0 });
  expect(readPermission(writePermission("double", 12))).toEqual({ name: "double", version: 12 });
  expect(readPermission("a@b")).toEqual({ name: "a@b", version: 0 });
});
