import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import type { Revision } from "@/lib/shared/history";
import type { Summary } from "@/lib/shared/memory/summary";
import { EntryFacts } from "./entry-facts";

const CALL = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t" };
const aSummary = (rest: Partial<Summary> = {}): Summary => ({
  ...{ id: "x", added: 1, removed: 0, words: "", tool: null, conversation: null, said: null },
  ...rest,
});

function draw(revision: Partial<Revision>, summary?: Summary, before?: Revision) {
  drawPage(<EntryFacts revision={aRevision(3, revision)} summary={summary} before={before} now={NOW} />, {
    path: "/agent/history",
  });
}
const fact = (title: string) =>
  screen.queryByText(title, { selector: "dt" })?.nextElementSibling?.textContent ?? undefined;

it.each<[string, Partial<Revision>, Summary | undefined]>([
  ["You, by hand", { author: "person" }, undefined],
  ["Agent", { author: "agent" }, undefined],
  ["Agent, with write_tool", { author: "agent", cause: CALL }, aSummary({ tool: "write_tool" })],
  ["Agent", { author: "agent", cause: CALL }, aSummary()],
  ["You, in “<b>Plan</b>”", { author: "person", cause: { sheet: { title: "<b>Plan</b>" } } }, undefined],
  ["You, restored version 2", { author: "restore", cause: { restored: { version: 2 } } }, undefined],
  ["You, back to today 11:00", { author: "restore", cause: { moment: ago(60) } }, undefined],
  ["Agent, at session end", { author: "agent", cause: { session: { conversationId: "c" } } }, undefined],
  ["Agent, by cleanup", { author: "agent", cause: { consolidation: { id: "c" } } }, undefined],
  ["Easel, initial version", { author: "system" }, undefined],
  [
    "You, from a file: version 7 by the agent, yesterday 12:00",
    {
      author: "import",
      cause: { imported: { version: 7, author: "agent", createdAt: ago(60 * 24) } },
    },
    undefined,
  ],
])("an entry shows the author and how the version was written: %s", (expected, revision, summary) => {
  draw(revision, summary);
  expect(fact("Changed by")).toBe(expected);
});

it("an entry quotes the causing message and links to it", () => {
  draw({ cause: CALL }, aSummary({ said: "Make it halve", conversation: "Sums" }));
  expect(fact("Because")).toBe("you said “Make it halve” in Sums");
  expect(screen.getByRole("link", { name: "Sums" }).getAttribute("href")).toBe("/chat/c#m-m/t");
});

it.each([
  ["deleted conversation", {}],
  ["messages in Sums", { conversation: "Sums" }],
  ["messages in a conversation", { conversation: "" }],
  // An untitled conversation has the beginning of its first message as its name.
  ["you said “Make it halve, please”", { said: "Make it halve, please", conversation: "Make it halve" }],
])("an entry shows the known part of the cause: %s", (expected, summary) => {
  draw({ cause: CALL }, aSummary(summary));
  expect(fact("Because")).toBe(expected);
});

it("an entry shows web origins and the time since the previous version", () => {
  const before = aRevision(1, { createdAt: ago(190) });
  draw({ origins: ["https://www.one.test", "https://two.test"], createdAt: ago(10) }, undefined, before);
  expect(fact("From")).toMatch(/one\.test, two\.test$/);
  expect(fact("When")).toMatch(/, 3 hours after version 1$/);
  expect(fact("Because")).toBeUndefined();
});

it.each([
  [false, "Test failed: SyntaxError: <script>"],
  [true, "Accepted, test failed: SyntaxError: <script>"],
])("an entry shows the error of a failed version (live: %s)", (live, expected) => {
  draw({ live, failure: "SyntaxError: <script>" });
  screen.getByText(expected);
});
