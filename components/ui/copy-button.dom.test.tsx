import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CopyButton } from "./copy-button";

const writeText = vi.fn(async (_: string) => {});
const clipboard = (there: object | undefined) =>
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(there as Clipboard);

beforeEach(() => {
  writeText.mockReset();
  clipboard({ writeText });
});

afterEach(() => {
  Reflect.deleteProperty(document, "execCommand");
});

const press = async () => {
  await act(async () => fireEvent.click(screen.getByRole("button")));
};
const name = () => screen.getByRole("button").getAttribute("aria-label");

it("the copy button copies the current text, shows the success briefly, and resets", async () => {
  vi.useFakeTimers();
  let text = "before";
  render(<CopyButton text={() => text} label="Copy the code" />);
  text = "now";
  expect(name()).toBe("Copy the code");
  await press();
  expect(writeText).toHaveBeenCalledWith("now");
  expect(name()).toBe("Copied");
  act(() => vi.advanceTimersByTime(1_600));
  expect(name()).toBe("Copy the code");
});

it("the copy button announces the result to screen readers if it has a visible label", async () => {
  writeText.mockRejectedValueOnce(new DOMException("Not allowed", "NotAllowedError"));
  render(<CopyButton text={() => "now"} named />);
  await press();
  expect(screen.getByText("Not copied").getAttribute("aria-live")).toBe("polite");
  await press();
  screen.getByText("Copied");
});

it.each([
  [true, "Copied"],
  [false, "Not copied"],
])(
  "the copy button falls back to execCommand without a clipboard API and keeps the focus (success: %s)",
  async (is, notice) => {
    clipboard(undefined);
    let copied: string | undefined;
    const copy = vi.fn(() => {
      copied = document.querySelector("textarea")?.value;
      return is;
    });
    Object.defineProperty(document, "execCommand", { value: copy, configurable: true });
    render(<CopyButton text={() => "a\nb"} />);
    screen.getByRole("button").focus();
    await press();
    expect(copied).toBe("a\nb");
    expect(name()).toBe(notice);
    expect(document.querySelector("textarea")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button"));
  },
);
