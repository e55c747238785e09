import { EditorView } from "@codemirror/view";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { CodeEditor } from "./code-editor";
import type { PlacedError } from "./error-line";

const onSave = vi.fn();
const onChange = vi.fn();

type Options = { value?: string; error?: PlacedError };

function Page({ value = "one\ntwo\nthree", error }: Options) {
  return <CodeEditor label="Code of Board" value={value} error={error} onChange={onChange} onSave={onSave} />;
}

function Writing() {
  const [text, setText] = useState("one");
  return (
    <>
      <CodeEditor label="Code of Board" value={text} error={undefined} onChange={setText} onSave={onSave} />
      <output>{text}</output>
      <button type="button" onClick={() => setText("theirs")}>
        Take theirs
      </button>
    </>
  );
}

const field = () => screen.getByRole("textbox", { name: "Code of Board" });
const view = () => EditorView.findFromDOM(field()) as EditorView;
const write = (insert: string, from = view().state.doc.length) =>
  act(() => view().dispatch({ changes: { from, insert } }));
const strike = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more });
const written = () => view().state.doc.toString();
const wrong = () => field().querySelector(".cm-error-line")?.textContent;
const why = () => field().querySelector(".cm-error");
const error = (line: number, message = "Expected }", column = 1) => ({ line, column, message });

describe("CodeEditor", () => {
  it("has a name, and describes how to leave it by keyboard", () => {
    render(<Page />);
    expect(field().getAttribute("aria-description")).toBe("Escape, then Tab leaves the editor.");
    expect(field().tabIndex).toBe(0);
  });

  it("reports typed text, but not a new value from outside", () => {
    const { rerender } = render(<Page />);
    write("!");
    expect(onChange.mock.calls).toEqual([["one\ntwo\nthree!"]]);
    onChange.mockClear();
    rerender(<Page value="theirs" />);
    expect(written()).toBe("theirs");
    expect(onChange).not.toHaveBeenCalled();
  });

  it("applies an external value, and can undo it", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    render(<Writing />);
    write(" and more");
    expect(screen.getByRole("status").textContent).toBe("one and more");
    // Otherwise the editor would join this change to the undo step of the typing half a second before.
    vi.setSystemTime(Date.now() + 1_000);
    fireEvent.click(screen.getByRole("button", { name: "Take theirs" }));
    expect(written()).toBe("theirs");
    strike("z", { ctrlKey: true });
    expect(written()).toBe("one and more");
    expect(screen.getByRole("status").textContent).toBe("one and more");
  });

  it("saves on Ctrl+S and prevents the browser's dialog", () => {
    render(<Page />);
    expect(strike("s", { ctrlKey: true })).toBe(false);
    expect(onSave).toHaveBeenCalledTimes(1);
    strike("s");
    expect(onSave).toHaveBeenCalledTimes(1);
  });

  it("indents on Tab, but lets Tab leave the editor after Escape", () => {
    render(<Page value="one" />);
    expect(strike("Tab", { keyCode: 9 })).toBe(false);
    expect(written()).toBe("  one");
    strike("Escape", { keyCode: 27 });
    expect(strike("Tab", { keyCode: 9 })).toBe(true);
    expect(written()).toBe("  one");
  });
});

describe("error in CodeEditor", () => {
  it("is shown below its line, moves with it, and disappears when it is fixed", () => {
    const { rerender } = render(<Page error={error(2)} />);
    expect(wrong()).toBe("two");
    expect(why()?.textContent).toBe("Expected }");
    write("zero\n", 0);
    expect(wrong()).toBe("two");
    rerender(<Page value={written()} />);
    expect(wrong()).toBeUndefined();
    expect(why()).toBeNull();
  });

  it("is hidden from screen readers", () => {
    render(<Page error={error(1)} />);
    expect(why()?.getAttribute("aria-hidden")).toBe("true");
  });

  it("is rendered as plain text, and stays within the document for any position", () => {
    const { rerender } = render(<Page error={error(99, "<img src=x onerror=alert(1)>", 500)} />);
    expect(wrong()).toBe("three");
    expect(why()?.querySelector("img")).toBeNull();
    rerender(<Page error={error(0)} />);
    expect(wrong()).toBe("one");
    rerender(<Page value="" error={error(3)} />);
    expect(written()).toBe("");
  });
});
