import { expect, test } from "vitest";
import { toolsets } from "@/lib/tools/index";
import { isBuiltIn } from "./names";

test("every built-in tool's name is kept from agent-made tools", () => {
  const names = toolsets.flatMap(({ tools }) => Object.keys(tools));
  expect(names.filter((name) => !isBuiltIn(name))).toEqual([]);
  expect(isBuiltIn("double")).toBe(false);
});
