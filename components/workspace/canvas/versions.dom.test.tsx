import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { DeskContext, EMPTY_DESK } from "@/components/workspace/chat/desk";
import { RESTORED } from "@/lib/shared/chat/surfaces/sheet-change";
import { afterSending } from "@/lib/shared/chat/surfaces/surface-change";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { SurfaceBody } from "./surface-body";
import { SurfaceHeader } from "./surface-header";
import type { SurfacePlace } from "./surface-place";
import { useShown } from "./use-version";
// Import lazily loaded modules up front, so that no test waits for them on a busy machine.
import "@/components/draw/blocks/blocks";
import "./versions-dialog";

const note = (content: string) => ({ blocks: [{ type: "markdown", content }] });
const version = (id: string, content: string) => ({
  ...{ id, input: note(content), component: undefined, at: "2026-11-25T09:00:00Z" },
  ...{ answer: undefined, answeredAt: undefined },
});
const call = { messageId: "m", toolCallId: "1" };
const sheet: Surface = {
  ...{
    id: "m/1",
    ...call,
    call: { messageId: "m", toolCallId: "2" },
    step: 2,
    state: "open",
    isAsked: false,
  },
  ...{ title: "Week", kind: "text", input: note("New"), component: undefined, answer: undefined },
  ...{ because: undefined, at: undefined, answeredAt: undefined },
  versions: [version("m/1", "Old"), version("m/2", "New")],
};
const place = { id: "m/1", key: "k", conversation: null, isGuest: false, isPinned: false } as SurfacePlace;

function Shown({ surface }: { surface: Surface }) {
  return <p data-testid="shown">{JSON.stringify(useShown(surface).input)}</p>;
}

function draw(conversationId: string, surface = sheet, entries: object = {}) {
  const stored: unknown[] = [];
  const server = new FakeServer()
    .on(`GET /api/sheets/${conversationId}/state`, () => ({ entries, version: 1 }))
    .on(`PATCH /api/sheets/${conversationId}/state`, ({ body }) => {
      stored.push(body);
      return { version: 2 };
    });
  drawPage(
    <DeskContext value={{ ...EMPTY_DESK, conversationId }}>
      <SurfaceHeader titleId="t" surface={surface} place={place} />
      <Shown surface={surface} />
    </DeskContext>,
    { server },
  );
  return stored;
}
const shown = () => screen.getByTestId("shown").textContent;

it("the dialog shows the differences between versions, and restores one", async () => {
  const stored = draw("c1");
  expect(shown()).toContain("New");
  fireEvent.click(screen.getByRole("button", { name: "Version 2 of 2" }));
  const dialog = await screen.findByRole("dialog", { name: "Versions of “Week”" }, { timeout: 10_000 });
  expect(dialog.textContent).toMatch(/removed: .*New/);
  expect(dialog.textContent).toMatch(/added: .*Old/);
  fireEvent.click(screen.getByRole("button", { name: "Go back to version 1" }));
  expect(shown()).toContain("Old");
  screen.getByRole("button", { name: "Version 1 of 2" });
  await waitFor(() =>
    expect(stored).toEqual([{ ...call, entries: { [RESTORED]: { id: "m/1", over: "m/2" } } }]),
  );
});

it("the restored version is shown after a reload, until the agent changes the surface again", async () => {
  draw("c2", sheet, { [RESTORED]: { id: "m/1", over: "m/2" } });
  await waitFor(() => expect(shown()).toContain("Old"));
});

it("a newer version is shown, although the user restored an earlier version before", async () => {
  const newer = { ...sheet, input: note("Newest"), versions: [...sheet.versions, version("m/3", "Newest")] };
  draw("c3", newer, { [RESTORED]: { id: "m/1", over: "m/2" } });
  await screen.findByRole("button", { name: "Version 3 of 3" });
  expect(shown()).toContain("Newest");
});

it("no version can be restored while the newest waits for an answer", async () => {
  draw("c4", { ...sheet, isAsked: true, state: "waiting" });
  fireEvent.click(screen.getByRole("button", { name: "Version 2 of 2" }));
  const back = await screen.findByRole("button", { name: "Go back to version 1" }, { timeout: 10_000 });
  expect(back).toHaveProperty("disabled", true);
});

it("a restored version closes once it is sent, and the message names that version", async () => {
  const options = ["Mill", "River"].map((label) => ({ value: label, label }));
  const input = { blocks: [{ type: "choice", label: "Which?", options, submitLabel: "Choose" }] };
  const changed = { ...sheet, versions: [{ ...version("m/1", ""), input }, version("m/2", "New")] };
  const onAnswer = vi.fn(async () => {});
  const entries = { [RESTORED]: { id: "m/1", over: "m/2" } };
  const server = new FakeServer()
    .on("GET /api/sheets/c5/state", () => ({ entries, version: 1 }))
    .on("PATCH /api/sheets/c5/state", () => ({ version: 2 }));
  const body = (surface: Surface) => (
    <DeskContext value={{ ...EMPTY_DESK, conversationId: "c5" }}>
      <SurfaceBody surface={surface} onAnswer={onAnswer} />
    </DeskContext>
  );
  const { rerender } = drawPage(body(changed), { server });
  fireEvent.click(await screen.findByRole("radio", { name: "River" }, { timeout: 10_000 }));
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  await screen.findByText("Sent");
  const output = { action: "choose", choice: "River" };
  expect(onAnswer).toHaveBeenCalledWith(output, expect.objectContaining({ call }));
  rerender(body(afterSending(changed, "m/1", { output, at: undefined })));
  await waitFor(() => expect(screen.queryByText("Sent")).toBeNull());
  expect(screen.getByRole("radio", { name: "River" })).toMatchObject({ checked: true });
  expect(screen.queryByRole("button", { name: "Choose" })).toBeNull();
});

it("the user can answer the newest version after sending an earlier one", async () => {
  const options = ["Mill", "River"].map((label) => ({ value: label, label }));
  const input = { blocks: [{ type: "choice", label: "Which?", options, submitLabel: "Choose" }] };
  const open: Surface = {
    ...{ ...sheet, kind: "choice", input },
    versions: sheet.versions.map((one) => ({ ...one, input })),
  };
  const onAnswer = vi.fn(async (_: unknown, __: Surface) => {});
  const entries = { [RESTORED]: { id: "m/1", over: "m/2" } };
  let version = 1;
  const server = new FakeServer()
    .on("GET /api/sheets/c6/state", () => ({ entries, version }))
    .on("PATCH /api/sheets/c6/state", ({ body }) => {
      Object.assign(entries, (body as { entries: object }).entries);
      version += 1;
      return { version };
    });
  const body = (surface: Surface) => (
    <DeskContext value={{ ...EMPTY_DESK, conversationId: "c6" }}>
      <SurfaceHeader
        titleId="t"
        surface={surface}
        place={{ ...place, conversation: { id: "c6", title: "" } }}
      />
      <SurfaceBody surface={surface} onAnswer={onAnswer} />
    </DeskContext>
  );
  const choose = async (name: string) => {
    fireEvent.click(await screen.findByRole("radio", { name }, { timeout: 10_000 }));
    fireEvent.click(screen.getByRole("button", { name: "Choose" }));
    await screen.findByText("Sent");
  };
  const { rerender } = drawPage(body(open), { server });
  await screen.findByRole("button", { name: "Version 1 of 2" });
  await choose("River");
  const first = { output: { action: "choose", choice: "River" }, at: "2026-11-25T09:30:00Z" };
  const sent = afterSending(open, "m/1", first);
  rerender(body(sent));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Choose" })).toBeNull());
  screen.getByText(/answered/);
  fireEvent.click(screen.getByRole("button", { name: "Version 1 of 2" }));
  fireEvent.click(await screen.findByRole("button", { name: "Go back to version 2" }, { timeout: 10_000 }));
  await choose("Mill");
  const second = { action: "choose", choice: "Mill" };
  expect(onAnswer.mock.calls).toMatchObject([
    [first.output, { call: { messageId: "m", toolCallId: "1" } }],
    [second, { call: { messageId: "m", toolCallId: "2" } }],
  ]);
  rerender(body(afterSending(sent, "m/2", { output: second, at: undefined })));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Choose" })).toBeNull());
  expect(screen.getByRole("radio", { name: "Mill" })).toMatchObject({ checked: true });
  fireEvent.click(screen.getByRole("button", { name: "Version 2 of 2" }));
  fireEvent.click(await screen.findByRole("button", { name: "Go back to version 1" }, { timeout: 10_000 }));
  expect(screen.getByRole("radio", { name: "River" })).toMatchObject({ checked: true });
  expect(screen.queryByRole("button", { name: "Choose" })).toBeNull();
});
