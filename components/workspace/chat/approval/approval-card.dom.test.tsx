import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Ask } from "@/lib/shared/chat/contract";
import type { ToolPart } from "@/lib/shared/chat/parts";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import type { Answering } from "../client/state";
import { DeskContext, EMPTY_DESK } from "../desk";
import { ApprovalCard } from "./approval-card";

const INPUT = { path: "/notes/bread", count: 2 };
const aCall = (rest: Partial<ToolPart> = {}): ToolPart => ({
  ...{ toolCallId: "c", toolName: "house_paint", state: "approval-requested", input: INPUT },
  ...{ output: undefined, errorText: undefined, isApproved: undefined, edited: undefined },
  ...rest,
});
const anAsk = (toolCallId = "c"): Ask => ({
  ...{ toolCallId, toolName: "house_paint", kind: "approval", messageId: "m", input: INPUT },
  createdAt: "2026-11-22T12:00:00.000Z",
});

type DrawOptions = {
  tool?: ToolPart;
  reason?: ApprovalReason;
  asks?: Ask[];
  answering?: Answering;
};

function draw(first: DrawOptions = {}) {
  const answer = vi.fn(async () => undefined);
  const page = ({ tool = aCall(), reason, asks = [anAsk()], answering }: DrawOptions) => (
    <DeskContext value={{ ...EMPTY_DESK, asks, answer, answering: answering ? { "m/c": answering } : {} }}>
      <ApprovalCard tool={tool} messageId="m" reason={reason} />
    </DeskContext>
  );
  const { rerender } = render(page(first));
  return { answer, change: (next: DrawOptions) => rerender(page({ ...first, ...next })) };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const remember = (value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name: "Allowed" }), { target: { value } });
const edit = async () => {
  press("Edit…");
  return within(await screen.findByRole("form", { name: "Change arguments" }));
};
const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

describe("approval of a call", () => {
  it("shows the arguments as plain text and is allowed once", () => {
    const input = { to: "<img src=x onerror=alert(1)>", subject: "", flags: { urgent: true } };
    const { answer } = draw({ tool: aCall({ input }) });
    const card = screen.getByRole("region", { name: "Permission for house_paint" });
    within(card).getByText("<img src=x onerror=alert(1)>");
    within(card).getByText("empty");
    expect(card.textContent).toContain('"urgent": true');
    expect(card.querySelector("img")).toBeNull();
    press("Allow");
    expect(answer).toHaveBeenCalledExactlyOnceWith(anAsk(), { decision: "approve" });
    expect(document.activeElement).toBe(card);
  });

  it("says if there are no arguments, and how many characters of a long argument are hidden", () => {
    const { change } = draw({ tool: aCall({ input: {} }) });
    screen.getByText("No arguments");
    change({ tool: aCall({ input: { text: "x".repeat(101_000) } }) });
    screen.getByText("1,000 characters not shown");
  });

  it("ignores a second answer while the first is sent, and shows its result", () => {
    const { answer, change } = draw({ answering: { state: "sending", output: {} } });
    for (const name of ["Allow", "Edit…", "Reject…"])
      expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
    change({ answering: { state: "failed", output: {}, problem: "Easel cannot be reached. Try again." } });
    expect(screen.getByRole("alert").textContent).toBe("Easel cannot be reached. Try again.");
    press("Allow");
    expect(answer).toHaveBeenCalledOnce();
  });

  it("sends the chosen duration, but never with a rejection", async () => {
    const { answer } = draw();
    remember("conversation");
    press("Allow");
    expect(answer).toHaveBeenLastCalledWith(anAsk(), { decision: "approve", remember: "conversation" });
    remember("always");
    press("Reject…");
    await screen.findByRole("form", { name: "Reject call" });
    press("Reject");
    expect(answer).toHaveBeenLastCalledWith(anAsk(), { decision: "reject" });
  });

  it("sends a rejection with a reason on Enter; Shift+Enter inserts a line break", async () => {
    const { answer } = draw();
    press("Reject…");
    const field = await screen.findByRole("textbox", { name: /^What instead/ });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: "  Ask Ann first\n" } });
    fireEvent.keyDown(field, { key: "Enter", shiftKey: true });
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    expect(answer).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: "Enter" });
    expect(answer).toHaveBeenCalledExactlyOnceWith(anAsk(), { decision: "reject", reason: "Ask Ann first" });
  });

  it("cancels the rejection on Escape and restores the focus", async () => {
    const { answer } = draw();
    press("Reject…");
    fireEvent.keyDown(await screen.findByRole("textbox"), { key: "Escape" });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Reject…" })));
    expect(answer).not.toHaveBeenCalled();
  });

  it("has a numbered name if several asks have the same name", () => {
    draw({ asks: [anAsk("b"), anAsk()] });
    screen.getByRole("region", { name: "Permission for house_paint, 2 of 2" });
  });

  it("says that another tab answered first, unless it gave the same answer", () => {
    const output = { decision: "reject" };
    const { change } = draw({ asks: [], answering: { state: "elsewhere", output } });
    expect(screen.getByRole("status").textContent).toMatch(/in another tab.*Your answer was not sent\.$/);
    expect(screen.queryByRole("button")).toBeNull();
    change({ tool: aCall({ output }) });
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("offers only to hand back the browser while the user controls it", () => {
    const { answer } = draw({ reason: { kind: "browser" } });
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Edit…" })).toBeNull();
    press("Hand back");
    expect(answer).toHaveBeenCalledExactlyOnceWith(anAsk(), { decision: "approve" });
  });

  it("shows the held actions, the web pages read before, and what a permission covers", () => {
    const acts = [{ what: "POST to https://shop.example", sends: "card=1" }] as never;
    draw({ reason: { kind: "web", origins: ["https://blog.example"], acts } });
    screen.getByText("If you allow it, it will:");
    screen.getByText("POST to https://shop.example");
    screen.getByText("card=1");
    remember("always");
    const hint = screen.getByText(/^Whatever it has read\./);
    expect(screen.getByRole("combobox").getAttribute("aria-describedby")).toBe(hint.id);
  });

  it("sends the edited arguments on Ctrl+Enter, or a plain approval if unchanged", async () => {
    const { answer } = draw();
    const form = await edit();
    expect(document.activeElement).toBe(form.getByRole("textbox", { name: "path" }));
    press("Allow with changes");
    expect(answer).toHaveBeenLastCalledWith(anAsk(), { decision: "approve" });
    write("path", "/notes/rolls");
    fireEvent.keyDown(form.getByRole("textbox", { name: "path" }), { key: "Enter" });
    expect(answer).toHaveBeenCalledOnce();
    fireEvent.keyDown(form.getByRole("textbox", { name: "path" }), { key: "Enter", ctrlKey: true });
    const input = { path: "/notes/rolls", count: 2 };
    expect(answer).toHaveBeenLastCalledWith(anAsk(), { decision: "edit", input });
  });
});
