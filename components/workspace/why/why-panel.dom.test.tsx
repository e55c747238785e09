import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { type Rights, RightsContext } from "@/components/ui/kit/rights";
import { RuleLine } from "@/components/workspace/chat/calls/rule-line";
import type { Why } from "@/lib/shared/why/contract";
import { WhyPanel } from "./why-panel";

const at = "2026-11-28T08:00:00.000Z";
const FOUND: Why = {
  ...{ value: "3 mm", isComplete: true, rule: null },
  sources: [
    {
      steps: [
        { kind: "call", conversationId: "c", messageId: "m", toolCallId: "q", tool: "db_sql", at },
        { kind: "query", text: "select name, error from gauges", language: "sql", isLive: false },
        { kind: "rows", tables: ["gauges"], nth: 2, cells: [{ key: "error", text: "3 mm" }] },
        { kind: "change", revisionId: "r1", author: "agent", at },
        { kind: "origin", origins: ["https://norvik.example"], through: [] },
        { kind: "cost", conversationId: "c", messageId: "m", model: "lab/one", tokens: 1200, cost: 0.03 },
      ],
    },
  ],
  made: [
    { kind: "message", conversationId: "c", messageId: "u", by: "user", text: "Which is best?", at },
    { kind: "version", of: "system_prompt", name: "system_prompt", version: 4, revisionId: "r2" },
  ],
};
const POINT = {
  messageId: "m",
  toolCallId: "s",
  title: "Gauges",
  block: 0,
  row: 2,
  column: "Error",
  text: "3 mm",
};
const READER: Rights = { me: "m", role: "member", right: "use", isAlone: false };

function draw(found: Why, rights?: Rights) {
  const server = new FakeServer().on("GET /api/conversations/c/why", () => found);
  const onClose = vi.fn();
  const place = { conversation: "c", call: { messageId: "m", toolCallId: "s" }, point: POINT };
  const panel = <WhyPanel place={place} title="Gauges" onClose={onClose} />;
  drawPage(rights ? <RightsContext value={rights}>{panel}</RightsContext> : panel, {
    server,
    path: "/chat/c",
  });
  return { server, onClose };
}
const links = (name: string) =>
  within(screen.getByRole("region", { name }))
    .queryAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

it("shows the causes of a cell in order, each with its page", async () => {
  const { server, onClose } = draw(FOUND);
  const panel = await screen.findByRole("dialog", { name: "Why is this here?" });
  expect(panel.textContent).toContain("“Gauges”, row 2, column Error: 3 mm");
  await screen.findByText("Row 2");
  expect(links("Causes")).toEqual([
    ["db_sql", "/chat/c#m-m/q"],
    ["gauges", "/files/table/gauges"],
    ["by the agent", "/agent/history/r1"],
    ["1,200 tokens, $0.03", "/settings/usage"],
  ]);
  expect(panel.textContent).toContain("select name, error from gauges");
  expect(links("This sheet")).toEqual([
    ["Which is best?", "/chat/c#m-u"],
    ["System prompt, version 4", "/agent/history/r2"],
  ]);
  expect(server.asked[0]).toBe(
    "GET /api/conversations/c/why?messageId=m&toolCallId=s&block=0&row=2&column=Error&text=3+mm",
  );
  fireEvent.keyDown(panel, { key: "Escape" });
  expect(onClose).toHaveBeenCalled();
});

it("links only to pages that the member may open, and says that no result has a value", async () => {
  draw({ ...FOUND, sources: [], isComplete: false }, READER);
  await screen.findByText("The agent wrote this. No earlier result contains it.");
  screen.getByText("Only the newest results were searched.");
  expect(links("This sheet")).toEqual([["Which is best?", "/chat/c#m-u"]]);
});

it("RuleLine names the rule of a refused call with its setting", () => {
  drawPage(<RuleLine toolName="set_state" by="policy" />);
  screen.getByText(/Not called: its policy is “Deny”\./);
  expect(screen.getByRole("link").getAttribute("href")).toBe("/agent/tools/set_state");
});
