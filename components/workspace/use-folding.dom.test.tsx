import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PaneButtons } from "@/components/client/shell/pane-buttons";
import { Panes } from "@/components/client/shell/panes";
import { ShellContext, useShell } from "@/components/client/shell/shell-context";
import type { Split } from "@/components/client/shell/split";
import { useFolding } from "./use-folding";

const NONE = { chat: 0, canvas: 0 };
let stored: Split["show"];

function Page({ sheets, chosen = "both" }: { sheets: number; chosen?: Split["show"] }) {
  const [split, setSplit] = useState<Split>({ width: 432, show: chosen });
  stored = split.show;
  const changeSplit = (change: Partial<Split>) => setSplit((before) => ({ ...before, ...change }));
  return (
    <ShellContext value={{ ...useShell(), split, changeSplit }}>
      <Conversation sheets={sheets} />
    </ShellContext>
  );
}

function Conversation({ sheets }: { sheets: number }) {
  const shell = useFolding(sheets === 0);
  const canvas = (
    <>
      <PaneButtons />
      {sheets > 0 && <button type="button">Close this sheet</button>}
    </>
  );
  return (
    <ShellContext value={shell}>
      <Panes chat={<p>Chat</p>} canvas={canvas} view="chat" waiting={NONE} hasNews={false} />
    </ShellContext>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const folded = () =>
  screen.queryAllByRole("complementary").map((one) => one.getAttribute("aria-label") ?? "");

describe("the canvas", () => {
  it("is folded in the server's page while it is empty", () => {
    expect(renderToString(<Page sheets={0} />)).toContain('data-show="chat"');
    expect(renderToString(<Page sheets={1} />)).toContain('data-show="both"');
    expect(renderToString(<Page sheets={1} chosen="chat" />)).toContain('data-show="chat"');
    expect(renderToString(<Page sheets={0} chosen="canvas" />)).toContain('data-show="chat"');
  });

  it("opens with the first sheet and folds when the last one is closed", () => {
    const { rerender } = render(<Page sheets={0} />);
    expect(folded()).toEqual(["Canvas, folded"]);
    rerender(<Page sheets={1} />);
    expect(folded()).toEqual([]);
    screen.getByRole("button", { name: "Close this sheet" }).focus();
    rerender(<Page sheets={0} />);
    expect(folded()).toEqual(["Canvas, folded"]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Show the canvas" }));
    expect(stored).toBe("both");
  });

  it("stays open and folded as the user chose", () => {
    const { rerender } = render(<Page sheets={0} />);
    press("Show the canvas");
    expect(folded()).toEqual([]);
    press("Hide the canvas");
    expect(folded()).toEqual(["Canvas, folded"]);
    expect(stored).toBe("both");
    rerender(<Page sheets={1} />);
    press("Hide the canvas");
    rerender(<Page sheets={2} />);
    expect(folded()).toEqual(["Canvas, folded"]);
    expect(stored).toBe("chat");
    press("Show the canvas");
    expect(folded()).toEqual([]);
    rerender(<Page sheets={0} />);
    expect(folded()).toEqual(["Canvas, folded"]);
  });

  it("does not replace the chat with the first sheet after it was shown alone elsewhere", () => {
    const { rerender } = render(<Page sheets={0} chosen="canvas" />);
    expect(folded()).toEqual(["Canvas, folded"]);
    rerender(<Page sheets={1} chosen="canvas" />);
    expect(folded()).toEqual([]);
  });
});
