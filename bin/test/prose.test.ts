import { expect, test } from "vitest";
import { unclearIn } from "./prose-rules.ts";

test.each([
  ["What the page shows at first.", "Start with the thing or a verb"],
  ["Stores the list of what is open.", "Use a noun"],
  ["Reads it anew. Nobody waits for it.", "Name the actor"],
  ["Takes a link in place of a file.", "instead of"],
  ["The page is told of it.", "the verb of the operation"],
  ["The message lies in the outbox.", "State has no posture"],
  ["The rest is to be read later.", "“must”"],
  ["Asks the person first.", "“the user”"],
])("reports “%s”", (text, plain) => {
  expect(unclearIn(text).map((one) => one.plain)).toContainEqual(expect.stringContaining(plain));
});

test.each([
  "Returns the stored value, or null if there is none.",
  "What does the agent see? Only `what is` quoted.",
  "Calls tools of its own server. Shows what a call changed.",
  "Uses “in place of” as an example.",
])("accepts “%s”", (text) => {
  expect(unclearIn(text)).toEqual([]);
});
