import { expect, test } from "vitest";
import { headlineOf } from "./headline";
import type { ToolPart } from "./parts";
import { sentenceOf } from "./tool-sentence";
import { foldTries } from "./tries";

const call = (toolName: string, state: ToolPart["state"] = "output-available"): ToolPart => ({
  toolName,
  toolCallId: toolName,
  state,
  input: {},
  output: {},
  errorText: "",
  isApproved: undefined,
  edited: undefined,
});
const failed = (toolName: string) => call(toolName, "output-error");
const summarize = (...tools: ToolPart[]) => {
  const [row] = foldTries([{ key: "0", kind: "tools", tools }]);
  const [first, ...others] = row?.kind === "tools" ? row.tools : [];
  if (!first) return undefined;
  const { lead, outcome, rest } = headlineOf([first, ...others]);
  return `${outcome}: ${sentenceOf(lead).words} ${rest}`;
};

test("headlineOf names the last success and counts attempts that a later call fixed", () => {
  expect(summarize(failed("edit_system_prompt"), call("edit_system_prompt"))).toBe(
    "done: Changed its prompt after 1 try",
  );
  expect(
    summarize(
      call("read_system_prompt"),
      failed("edit_system_prompt"),
      failed("edit_system_prompt"),
      call("edit_system_prompt"),
    ),
  ).toBe("done: Changed its prompt and 1 more, after 2 tries");
});

test("headlineOf counts failed calls that were not fixed", () => {
  expect(summarize(call("db_schema"), call("db_sql"), failed("set_state"))).toBe(
    "done: Asked its database and 1 more, 1 failed",
  );
  expect(summarize(call("db_sql"), failed("db_sql"))).toBe("done: Asked its database 1 failed");
});

test("headlineOf reports a failure or a denial if no call succeeded", () => {
  expect(summarize(failed("edit_system_prompt"), failed("edit_system_prompt"))).toBe(
    "failed: Could not change its prompt in 2 tries",
  );
  expect(summarize(failed("db_schema"), failed("db_sql"))).toBe(
    "failed: Could not ask its database and 1 more",
  );
  expect(summarize(call("db_sql", "output-denied"), call("db_sql", "output-denied"))).toBe(
    "denied: Was not allowed to use in 2 tries",
  );
});
