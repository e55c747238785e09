import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { type Thread, ThreadContext, useThread } from "../thread";
import { EditForm } from "./edit-form";

function Around({ thread, children }: { thread: Partial<Thread>; children: ReactNode }) {
  return <ThreadContext value={{ ...useThread(), ...thread }}>{children}</ThreadContext>;
}

type DrawOptions = { busy?: string; hasFiles?: boolean; problem?: string };

function draw(first: DrawOptions = {}, drafts = new Map<string, string>()) {
  const handlers = { sendEdit: vi.fn(), leaveEdit: vi.fn() };
  const page = ({ busy, hasFiles = false, problem }: DrawOptions) => (
    <Around thread={{ ...handlers, drafts, busy }}>
      <EditForm messageId="m" text="Bake rye" hasFiles={hasFiles} problem={problem}>
        {null}
      </EditForm>
    </Around>
  );
  const { rerender, unmount } = render(page(first));
  return {
    ...handlers,
    drafts,
    unmount,
    change: (next: DrawOptions) => rerender(page({ ...first, ...next })),
  };
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Your message" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const send = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send" });

it("the edit form starts with the message text and the caret at its end", () => {
  draw();
  expect(field().value).toBe("Bake rye");
  expect(document.activeElement).toBe(field());
  expect(field().selectionStart).toBe("Bake rye".length);
});

it("the edit form sends trimmed text on Enter, but not during IME composition", () => {
  const { sendEdit } = draw();
  type("  Bake oats\nslowly ");
  fireEvent.keyDown(field(), { key: "Enter", shiftKey: true });
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  fireEvent.keyDown(field(), { key: "Enter", keyCode: 229 });
  expect(sendEdit).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(field(), { key: "Enter" })).toBe(false);
  expect(sendEdit).toHaveBeenCalledExactlyOnceWith("m", "Bake oats\nslowly");
});

it("the edit form sends no empty text unless the message has files", () => {
  const { sendEdit, change } = draw();
  type(" \n");
  expect(send().disabled).toBe(true);
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(sendEdit).not.toHaveBeenCalled();
  change({ hasFiles: true });
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(sendEdit).toHaveBeenCalledExactlyOnceWith("m", "");
});

it("the edit form disables sending while an answer is written, with the reason", () => {
  const { sendEdit } = draw({ busy: "Still running" });
  type("Bake oats");
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(send().disabled).toBe(true);
  expect(send().title).toBe("Still running");
  expect(sendEdit).not.toHaveBeenCalled();
});

it("the edit form keeps the text and shows the error when refused", () => {
  const { change } = draw();
  type("Bake oats");
  change({ problem: "Easel cannot be reached." });
  screen.getByText("Not sent: Easel cannot be reached.");
  expect(field().value).toBe("Bake oats");
});

it("the edit form keeps the text while unmounted and discards it on Escape", () => {
  const first = draw();
  type("Bake oats");
  first.unmount();
  const { leaveEdit, drafts } = draw({}, first.drafts);
  expect(field().value).toBe("Bake oats");
  fireEvent.keyDown(field(), { key: "Escape" });
  expect(leaveEdit).toHaveBeenCalledOnce();
  expect(drafts.size).toBe(0);
});
