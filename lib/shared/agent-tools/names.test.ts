import { expect, test } from "vitest";
import { builtInNames } from "@/lib/shared/chat/built-in-tools";
import { toolsets } from "@/lib/tools/toolsets/index";
import { isBuiltIn } from "./names";

test("builtInNames lists exactly the tools of all toolsets", () => {
  const names = toolsets.flatMap(({ tools }) => Object.keys(tools));
  expect(builtInNames.toSorted()).toEqual([...names, "load_toolset"].toSorted());
});

test("isBuiltIn is true for built-in, reserved and OpenCode names", () => {
  const names = ["get_state", "recall", "load_toolset", "opencode_write", "double"];
  expect(names.map(isBuiltIn)).toEqual([true, true, true, true, false]);
});
