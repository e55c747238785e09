import { act, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { DraftPoints } from "./client/points";
import { Composer } from "./composer";
import type { Attachments } from "./files/use-attachments";

const acts = { add: vi.fn(), retry: vi.fn(), remove: vi.fn(), take: () => [], putBack: vi.fn() };
const nothing: Attachments = { ...acts, items: [], isUploading: false, hasFailed: false };
const uploading: Attachments = {
  ...acts,
  items: [{ key: "a", name: "a.txt", size: 1, mediaType: "text/plain", state: "uploading" } as never],
  isUploading: true,
  hasFailed: false,
};

const bread = {
  messageId: "m",
  toolCallId: "c",
  title: "Costs",
  block: 0,
  type: "table",
  row: 2,
  text: "Rye",
};
const pointing: DraftPoints = { items: [bread], add: vi.fn(), remove: vi.fn(), take: () => [] };

type DrawOptions = {
  attachments?: Attachments;
  points?: DraftPoints;
  isRunning?: boolean;
  text?: string;
  canCancel?: boolean;
  quietSince?: string;
};

/** `early` is text that the user types into the server-rendered field before hydration. */
function draw(first: DrawOptions = {}, early?: string) {
  const handlers = { onSend: vi.fn(), onStop: vi.fn(), onUp: vi.fn() };
  function Panel({
    attachments = nothing,
    points = { ...pointing, items: [] },
    isRunning = false,
    text: initialText = "",
    canCancel = false,
    quietSince,
  }: DrawOptions) {
    const [text, setText] = useState(initialText);
    const field = useRef<HTMLTextAreaElement>(null);
    return (
      <Composer
        {...handlers}
        {...{ text, field, attachments, points, isRunning, canCancel, quietSince }}
        placeholder="Say something"
        isStopping={false}
        onChange={setText}
      />
    );
  }
  const container = document.body.appendChild(document.createElement("div"));
  if (early !== undefined) container.innerHTML = renderToString(<Panel {...first} />);
  const drawn = container.querySelector("textarea");
  if (drawn && early !== undefined) drawn.value = early;
  const { rerender } = render(<Panel {...first} />, { container, hydrate: early !== undefined });
  return { ...handlers, change: (next: DrawOptions) => rerender(<Panel {...first} {...next} />) };
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const key = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more });

describe("text that is too long", () => {
  const long = "x".repeat(1_260_000);

  it("cannot be sent, and shows by how much it is too long", () => {
    const { onSend } = draw({ text: long });
    expect(screen.getByRole("alert").textContent).toContain("Too long by 26 %.");
    key("Enter");
    expect(onSend).not.toHaveBeenCalled();
    type("short");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("becomes an attached file if the user wants it", async () => {
    draw({ text: long });
    fireEvent.click(screen.getByRole("button", { name: "Attach as file" }));
    const [[file]] = acts.add.mock.lastCall ?? [[]];
    expect([file.name, file.type, (await file.text()).length]).toEqual([
      "message.txt",
      "text/plain",
      long.length,
    ]);
    expect(field().value).toBe("");
  });
});

describe("message field", () => {
  it("keeps text typed before hydration", () => {
    const { change, onSend } = draw({}, "Typed early");
    change({ isRunning: true });
    expect(field().value).toBe("Typed early");
    key("Enter");
    expect(onSend).toHaveBeenCalledExactlyOnceWith("Typed early");
  });

  it("shows the message's points, lets the user remove them, and sends none without text", () => {
    const { onSend } = draw({ points: pointing });
    key("Enter");
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole("list", { name: "Pointed at" }).textContent).toBe("“Costs”, row 2");
    fireEvent.click(screen.getByRole("button", { name: "Do not point at “Costs”, row 2" }));
    expect(pointing.remove).toHaveBeenCalledExactlyOnceWith(0);
  });

  it("sends trimmed text on Enter and clears the field", () => {
    const { onSend } = draw();
    type("  Hello  ");
    key("Enter");
    expect(onSend).toHaveBeenCalledExactlyOnceWith("Hello");
    expect(field().value).toBe("");
  });

  it("does not send empty text, on Shift+Enter, or during IME composition", () => {
    const { onSend } = draw();
    key("Enter");
    type("Hello");
    key("Enter", { shiftKey: true });
    key("Enter", { isComposing: true });
    key("Enter", { keyCode: 229 });
    expect(onSend).not.toHaveBeenCalled();
  });

  it("sends the current text once all uploads are complete", () => {
    const { onSend, change } = draw({ attachments: uploading });
    type("Read this");
    key("Enter");
    screen.getByText("Sends after upload");
    type("Read this, please");
    expect(onSend).not.toHaveBeenCalled();
    change({ attachments: { ...uploading, isUploading: false } });
    expect(onSend).toHaveBeenCalledExactlyOnceWith("Read this, please");
  });

  it("does not send a waiting message if the user cancels it or an upload fails", () => {
    const { onSend, change } = draw({ attachments: uploading });
    type("Read this");
    key("Enter");
    key("Escape");
    change({ attachments: { ...uploading, isUploading: false } });
    expect(onSend).not.toHaveBeenCalled();

    change({ attachments: uploading });
    key("Enter");
    change({ attachments: { ...uploading, isUploading: false, hasFailed: true } });
    screen.getByText("Remove or retry failed files");
    change({ attachments: { ...uploading, isUploading: false, hasFailed: false } });
    expect(onSend).not.toHaveBeenCalled();
  });

  it("stops a run on Escape if the field is empty, otherwise loses the focus", () => {
    const { onStop } = draw({ isRunning: true });
    field().focus();
    type("Hello");
    key("Escape");
    expect(onStop).not.toHaveBeenCalled();
    expect(document.activeElement).not.toBe(field());
    type("");
    key("Escape");
    expect(onStop).toHaveBeenCalledOnce();
  });

  it("edits the last message on arrow up in an empty field only", () => {
    const { onUp } = draw();
    type("Hello");
    key("ArrowUp");
    expect(onUp).not.toHaveBeenCalled();
    type("");
    key("ArrowUp");
    expect(onUp).toHaveBeenCalledOnce();
  });

  it("accepts pasted files, but not the image that accompanies pasted text", () => {
    draw();
    const file = new File(["png"], "fox.png");
    const paste = (types: string[]) => fireEvent.paste(field(), { clipboardData: { files: [file], types } });
    paste(["Files", "text/plain"]);
    expect(acts.add).not.toHaveBeenCalled();
    paste(["Files"]);
    expect(acts.add).toHaveBeenCalledExactlyOnceWith([file]);
  });

  it("shows how long the run has been working, and since when the model has been silent", () => {
    vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00Z") });
    const { change } = draw({ isRunning: true });
    screen.getByText("Writing");
    act(() => vi.advanceTimersByTime(3_000));
    screen.getByText(/^Writing, 3/);
    change({ isRunning: true, quietSince: "2026-11-22T11:59:33Z" });
    screen.getByText(/^No output for 30/);
    act(() => vi.advanceTimersByTime(2_000));
    screen.getByText(/^No output for 32/);
  });

  it("offers to leave a question unanswered while the field is empty", () => {
    const { onStop } = draw({ canCancel: true });
    fireEvent.click(screen.getByRole("button", { name: "Skip" }));
    expect(onStop).toHaveBeenCalledOnce();
    type("Yes");
    expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
  });
});
