import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ThreadContext, useThread } from "../thread";
import { SessionEnd } from "./session-line";
import { UserMessage } from "./user-message";

const endedAt = "2026-11-23T00:00:00.000Z";
const session = { conversationId: "old", title: "Bread", endedAt, summary: "They bake **rye**." };
const parts = [{ type: "data-session" as const, data: session }];

function Message({ continues }: { continues: { id: string; title: string } | null }) {
  return (
    <ThreadContext value={{ ...useThread(), continues }}>
      <UserMessage message={{ id: continues?.id ?? "gone", role: "user", parts }} />
    </ThreadContext>
  );
}

it("the earlier session is shown as a line with a folded summary and a link", async () => {
  render(<Message continues={{ id: "old", title: "Bread and rye" }} />);
  const line = await screen.findByText("Continued from “Bread and rye”");
  expect(screen.queryByText("You said")).toBeNull();
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  fireEvent.click(line);
  await screen.findByText("rye");
  expect(screen.getByRole("link", { name: "Read all of it" }).getAttribute("href")).toBe("/chat/old");
});

it("the line has no link if the earlier conversation was deleted", async () => {
  render(<Message continues={null} />);
  fireEvent.click(await screen.findByText("Continued from “Bread”"));
  await screen.findByText("Conversation deleted");
  expect(screen.queryByRole("link")).toBeNull();
});

it("an ended session is linked to its continuation", () => {
  const conversation = { id: "old", title: "Bread", createdAt: endedAt, updatedAt: endedAt, endedAt };
  const { rerender } = render(<SessionEnd conversation={conversation} isEndingSession={false} />);
  screen.getByText(/Your next message starts a new one/);
  const continuedBy = { id: "next", title: "Rolls" };
  rerender(<SessionEnd conversation={{ ...conversation, continuedBy }} isEndingSession={false} />);
  expect(screen.getByRole("link").getAttribute("href")).toBe("/chat/next");
});
