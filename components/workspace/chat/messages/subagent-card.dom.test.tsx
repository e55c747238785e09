import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { Ask } from "@/lib/shared/chat/contract";
import type { ToolPart } from "@/lib/shared/chat/parts";
import type { Subagent } from "@/lib/shared/chat/subagents";
import { DeskContext, EMPTY_DESK } from "../desk";
import { SubagentCards } from "./subagent-card";

const subagent: Subagent = {
  ...{ conversationId: "child", conversations: ["child", "deep"], isSelf: false, isAwaited: true },
  agent: { id: "0b0f3f60-4f5c-4f2e-9d39-0d7c0e3b1a2f", name: "Scout", mark: "teal 🦊" },
  ...{ messageId: "m", toolCallId: "call", title: "Find the mill", status: "running", error: null },
  doing: { type: "tool-web_search", toolCallId: "s", state: "input-available", input: { query: "mills" } },
  ...{ steps: 2, tokens: 1_200, cost: 0.0042, startedAt: "2026-01-01T00:00:00Z", endedAt: null },
};
const tool: ToolPart = {
  ...{ toolCallId: "call", toolName: "ask_agent", state: "input-available", input: {} },
  ...{ output: undefined, errorText: undefined, isApproved: undefined, edited: undefined },
};
const ask: Ask = {
  ...{ toolCallId: "where", toolName: "ask_user", kind: "answer", messageId: "n", conversationId: "deep" },
  ...{ input: { question: "Which mill?" }, createdAt: "2026-01-01T00:00:00Z" },
  from: { agent: subagent.agent.id, name: "Scout" },
};

test("the card shows a subagent's activity and cost, stops it, and answers its ask", async () => {
  const answer = vi.fn(async () => undefined);
  const server = new FakeServer()
    .on("GET /api/conversations/parent/helpers", () => ({ helpers: [subagent] }))
    .on("POST /api/chat/child/stop", () => ({}));
  drawPage(
    <DeskContext value={{ ...EMPTY_DESK, conversationId: "parent", asks: [ask], answer }}>
      <SubagentCards tools={[tool]} messageId="m" />
    </DeskContext>,
    { server },
  );
  await screen.findByText("Searching the web for “mills”");
  screen.getByText("$0.0042");
  expect(screen.getByRole("link", { name: "Find the mill" }).getAttribute("href")).toBe(
    `/a/${subagent.agent.id}/chat/child`,
  );
  fireEvent.change(screen.getByLabelText("Your answer"), { target: { value: "The old one" } });
  fireEvent.click(screen.getByRole("button", { name: "Answer" }));
  expect(answer).toHaveBeenCalledWith(ask, { answer: "The old one" });
  fireEvent.click(screen.getByRole("button", { name: "Stop Scout" }));
  await waitFor(() => expect(server.asked).toContain(`POST /api/chat/child/stop?agent=${subagent.agent.id}`));
});
