import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { BrowserDialog } from "@/lib/shared/browser/contract";
import { PageDialog } from "./page-dialog";

function draw(dialog: Partial<BrowserDialog>) {
  const send = vi.fn();
  const onDone = vi.fn();
  const onOutside = vi.fn();
  const whole: BrowserDialog = {
    id: "d1",
    kind: "confirm",
    message: "Leave the page?",
    value: "",
    ...dialog,
  };
  const { unmount } = render(
    // biome-ignore lint/a11y/noStaticElementInteractions: represents the page that receives key events
    <div onKeyDown={onOutside}>
      <PageDialog dialog={whole} send={send} onDone={onDone} />
    </div>,
  );
  return { send, onDone, onOutside, unmount };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const answer = (accept: boolean, rest: object = {}) => ({ type: "dialog", id: "d1", accept, ...rest });

describe("dialog of a page", () => {
  it("is answered with OK or Cancel and names the page as its source", () => {
    const { send } = draw({});
    const dialog = screen.getByRole("alertdialog", { name: "The page asks", description: "Leave the page?" });
    expect(dialog.contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.textContent).toBe("OK");
    press("OK");
    press("Cancel");
    expect(send.mock.calls).toEqual([[answer(true)], [answer(false)]]);
  });

  it("shows an alert with OK only", () => {
    const { send } = draw({ kind: "alert", message: "<b>Saved</b>" });
    screen.getByRole("alertdialog", { name: "The page says", description: "<b>Saved</b>" });
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    press("OK");
    expect(send).toHaveBeenCalledExactlyOnceWith(answer(true));
  });

  it("focuses the field of a prompt, selects its default text, and sends the entered text", () => {
    const { send } = draw({ kind: "prompt", message: "Your name?", value: "Ada" });
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Your name?" });
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3]);
    fireEvent.change(field, { target: { value: "" } });
    fireEvent.submit(field);
    expect(send).toHaveBeenCalledExactlyOnceWith(answer(true, { text: "" }));
  });

  it("sends no text when the user cancels, and Escape triggers no other shortcut", () => {
    const { send, onOutside } = draw({ kind: "prompt", value: "Ada" });
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "a" });
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Escape" });
    expect(send).toHaveBeenCalledExactlyOnceWith(answer(false));
    expect(onOutside.mock.calls.map(([{ key }]) => key)).toEqual(["a"]);
  });

  it("calls onDone when it disappears, whatever the reason", () => {
    const { onDone, unmount } = draw({});
    press("OK");
    expect(onDone).not.toHaveBeenCalled();
    unmount();
    expect(onDone).toHaveBeenCalledOnce();
  });
});
