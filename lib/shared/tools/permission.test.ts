import { expect, test } from "vitest";
import { parsePermission, writePermission } from "./permission";

test.each([
  { name: "set_state", version: 0, isAfterWeb: false },
  { name: "set_state", version: 0, isAfterWeb: true },
  { name: "double", version: 12, isAfterWeb: false },
  { name: "double", version: 12, isAfterWeb: true },
  { name: "web", version: 1, isAfterWeb: false },
])("parsePermission returns the permission that writePermission wrote: %o", (permission) => {
  expect(parsePermission(writePermission(permission))).toEqual(permission);
});

test("parsePermission parses a permission without a version, and any name", () => {
  expect(parsePermission("a@b")).toEqual({ name: "a@b", version: 0, isAfterWeb: false });
  expect(parsePermission(writePermission({ name: "set_state" }))).toMatchObject({ version: 0 });
  expect(writePermission({ name: "set_state" })).toBe("set_state");
});
