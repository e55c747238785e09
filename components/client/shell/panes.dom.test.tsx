import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { PaneButtons } from "./pane-buttons";
import { Panes } from "./panes";
import { ShellContext, useShell } from "./shell-context";
import type { Split } from "./split";

type Options = { show?: Split["show"]; waiting?: { chat: number; canvas: number }; hasNews?: boolean };

function Page({ show = "both", waiting = { chat: 0, canvas: 0 }, hasNews = false }: Options) {
  const [split, setSplit] = useState<Split>({ width: 432, show });
  const shell = {
    ...useShell(),
    split,
    changeSplit: (change: Partial<Split>) => setSplit((before) => ({ ...before, ...change })),
  };
  return (
    <ShellContext value={shell}>
      <Panes
        chat={<button type="button">In the chat</button>}
        canvas={<PaneButtons />}
        view="chat"
        waiting={waiting}
        hasNews={hasNews}
      />
    </ShellContext>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => fireEvent.click(button(name));

describe("chat and canvas", () => {
  it("hide and show the canvas, and focus the button that reverts it", () => {
    render(<Page />);
    press("Hide the canvas");
    screen.getByRole("complementary", { name: "Canvas, folded" });
    expect(document.activeElement).toBe(button("Show the canvas"));
    press("Show the canvas");
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(document.activeElement).toBe(button("Hide the canvas"));
  });

  it("maximize the canvas and show both panes again", () => {
    render(<Page />);
    press("Only the canvas");
    screen.getByRole("complementary", { name: "Chat, folded" });
    expect(screen.queryByRole("button", { name: "Hide the canvas" })).toBeNull();
    press("Chat and canvas");
    expect(screen.queryByRole("complementary")).toBeNull();
    press("Only the canvas");
    press("Show the chat");
    expect(document.activeElement).toBe(button("In the chat"));
  });

  it("announce the number of asks, or else a new answer, on the button that shows the chat", () => {
    const { rerender } = render(<Page show="canvas" hasNews />);
    button("Show the chat: a new answer");
    rerender(<Page show="canvas" hasNews waiting={{ chat: 2, canvas: 5 }} />);
    button("Show the chat: 2 waiting for you");
  });

  it("do not announce a new answer on the button that shows the canvas", () => {
    render(<Page show="chat" hasNews waiting={{ chat: 2, canvas: 0 }} />);
    button("Show the canvas");
  });
});
