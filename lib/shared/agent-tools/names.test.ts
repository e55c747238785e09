import { expect, test } from "vitest";
import { builtInNames } from "@/lib/shared/chat/built-in-tools";
import { toolsets } from "@/lib/tools/toolsets/index";
import { isBuiltIn } from "./names";

test("what is known of built-in tools is known of those that there are", () => {
  const names = toolsets.flatMap(({ tools }) => Object.keys(tools));
  expect(builtInNames.toSorted()).toEqual([...names, "load_toolset"].toSorted());
});

test("a name of a built-in tool, or of one to come, is kept from authored tools", () => {
  const names = ["get_state", "recall", "load_toolset", "opencode_write", "double"];
  expect(names.map(isBuiltIn)).toEqual([true, true, true, true, false]);
});
