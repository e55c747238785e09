import { expect, test } from "vitest";
import { TABLES } from "@/lib/store/tables";
import { COPIED_TABLES } from "./agent-copies";

/** Tables that a copy does not have from its beginning, although agent files contain their rows. */
const OTHERS: Record<string, string> = {
  conversations: "a fork copies one",
  messages: "a fork copies those of its conversation",
  sheets: "a fork copies those of its conversation",
  helpers: "subagents of earlier runs have ended",
  documents: "they are copied when their collection is first used",
  mcp_servers: "the source's servers describe the tools, which are not called",
  examples: "a rehearsal shows what the agent does, not how changes are tried",
};

test("a copy has the rows of every table that an agent consists of", () => {
  const ofAgent = Object.entries(TABLES).flatMap(([name, { file }]) =>
    typeof file === "string" ? [name] : [],
  );
  const missing = ofAgent.filter((name) => !COPIED_TABLES.has(name) && !(name in OTHERS));
  expect(missing).toEqual([]);
});
