import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { LOOKS } from "@/components/client/versions/kinds";
import type { Change } from "@/lib/shared/changes";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { KINDS } from "@/lib/shared/kinds";
import { ChangeList } from "./change-list";
import { useCallChanges } from "./use-call-changes";

const change = (id: string, more: Partial<Change> = {}): Change => ({
  ...{ id, from: id, kind: "tool", name: "half", words: `Changed the tool half: ${id}`, isNew: false },
  ...{ isDeleted: false, state: "done", conversationId: "c", messageId: "m", toolCallId: "t1" },
  ...{ createdAt: "2026-11-21T10:00:00.000Z", ...more },
});
const UNDO = "POST /api/history/1/undo";
const READ = "GET /api/history/changes";
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("a change is undone and redone in place", async () => {
  const server = new FakeServer().on(UNDO, async ({ body }) => ({
    ...{ revisionId: "2", state: (body as { redo?: boolean }).redo ? "done" : "undone" },
  }));
  drawPage(<ChangeList changes={[change("1")]} />, { server });
  expect(screen.getByRole("link", { name: "Changed the tool half: 1" }).getAttribute("href")).toBe(
    "/agent/tools/half",
  );
  press("Undo: Changed the tool half: 1");
  expect((await screen.findByRole("status")).textContent).toBe("Undone");
  press("Redo: Changed the tool half: 1");
  await screen.findByRole("button", { name: "Undo: Changed the tool half: 1" });
  expect(server.count(UNDO)).toBe(2);
});

it("a change that cannot be undone any more shows the reason and links to the history", async () => {
  const server = new FakeServer().on(UNDO, () => refusal(409, "It changed again since."));
  drawPage(<ChangeList changes={[change("1")]} />, { server });
  press("Undo: Changed the tool half: 1");
  expect((await screen.findByRole("alert")).textContent).toContain("Not undone. It changed again since.");
  expect(screen.getByRole("link", { name: "Changed since" }).getAttribute("href")).toBe("/agent/history/1");
  expect(screen.queryByRole("button")).toBeNull();
});

it("a change of the database asks before the undo", async () => {
  drawPage(
    <ChangeList changes={[change("1", { kind: "database", name: "database", words: "Deleted 7 rows" })]} />,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Undo: Deleted 7 rows" }));
  await screen.findByRole("alertdialog");
});

it("all but a few of 100 changes are folded", () => {
  drawPage(<ChangeList changes={Array.from({ length: 100 }, (_, at) => change(String(at)))} />);
  expect(screen.getAllByRole("button", { name: /^Undo/ })).toHaveLength(6);
  press("and 94 more");
  expect(screen.getAllByRole("button", { name: /^Undo/ })).toHaveLength(100);
});

it.each(KINDS)("a change of a %s links to the item, or to the history", (kind) => {
  const { href } = LOOKS[kind];
  drawPage(
    <ChangeList
      changes={[change("1", { kind, words: "It" }), change("2", { kind, isDeleted: true, words: "Gone" })]}
    />,
  );
  expect(screen.getByRole("link", { name: "It" }).getAttribute("href")).toBe(
    href?.("half") ?? "/agent/history/1",
  );
  expect(screen.getByRole("link", { name: "Gone" }).getAttribute("href")).toBe("/agent/history/2");
});

const call = (toolCallId: string, more: Partial<ToolPart> = {}): ToolPart => ({
  ...{ toolCallId, toolName: "create_tool", state: "output-available", input: {}, output: {} },
  ...{ errorText: undefined, isApproved: undefined, edited: undefined, ...more },
});

function Card({ messageId, tools }: { messageId: string; tools: ToolPart[] }) {
  return <ChangeList changes={useCallChanges("c", messageId, tools)} />;
}

it("the changes of several messages are read in one request, and again after another tab undid one", async () => {
  let state: Change["state"] = "done";
  const server = new FakeServer().on(READ, () => ({
    changes: [change("1", { state }), change("2", { messageId: "n", toolCallId: "t2" })],
  }));
  const { tell } = drawPage(
    <>
      <Card messageId="m" tools={[call("t1")]} />
      <Card messageId="n" tools={[call("t2")]} />
    </>,
    { server },
  );
  await waitFor(() => expect(screen.getAllByRole("button", { name: /^Undo/ })).toHaveLength(2));
  expect(server.count(READ)).toBe(1);
  state = "undone";
  tell("history state score");
  tell("history tool half");
  await screen.findByRole("status");
  expect(server.count(READ)).toBe(2);
});

it("calls that only read cause no request", async () => {
  const server = new FakeServer();
  const tools = [call("t1", { toolName: "get_state" }), call("t2", { state: "output-error" })];
  drawPage(<Card messageId="m" tools={tools} />, { server });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.asked).toEqual([]);
});
