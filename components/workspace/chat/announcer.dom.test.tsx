import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Ask } from "@/lib/shared/chat/contract";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { Announcer, summarised } from "./announcer";

type AnnouncerProps = Partial<Parameters<typeof Announcer>[0]>;

const anAsk = (toolCallId: string, rest: Partial<Ask> = {}): Ask => ({
  ...{ toolCallId, toolName: "ask_user", kind: "answer", messageId: "m" },
  ...{ input: { question: "Which **flour**?" }, createdAt: "2026-11-22T12:00:00.000Z" },
  ...rest,
});

function draw(first: AnnouncerProps = {}) {
  const page = (props: AnnouncerProps) => (
    <Announcer asks={[]} surfaces={[]} isRunning={false} lastText="" {...props} />
  );
  const { container, rerender } = render(page(first));
  return {
    said: () => container.querySelector("[aria-live=polite]")?.textContent,
    change: (next: AnnouncerProps) => rerender(page(next)),
  };
}

describe("announcer", () => {
  it("does not announce content present at page load", () => {
    const { said: announced, change } = draw({ asks: [anAsk("a")], lastText: "Good day" });
    expect(announced()).toBe("");
    change({ asks: [anAsk("a")], lastText: "Good day" });
    expect(announced()).toBe("");
  });

  it("announces a complete answer without Markdown", () => {
    const { said: announced, change } = draw({ lastText: "Before" });
    change({ isRunning: true, lastText: "Bake **r" });
    expect(announced()).toBe("");
    change({ lastText: "Bake **rye**" });
    expect(announced()).toBe("Easel answered: Bake rye");
  });

  it("announces an answer that starts and ends between two renders", () => {
    const { said: announced, change } = draw({ lastText: "Before" });
    change({ lastText: "Yes" });
    expect(announced()).toBe("Easel answered: Yes");
  });

  it("announces the beginning of a long answer up to the end of a word", () => {
    const { said: announced, change } = draw();
    change({ lastText: "loaf ".repeat(100) });
    const text = announced()?.replace("Easel answered: ", "") ?? "";
    expect(text.length).toBeLessThanOrEqual(242);
    expect(text).toMatch(/ loaf …$/);
    change({ lastText: "x".repeat(300) });
    expect(announced()).toBe(`Easel answered: ${"x".repeat(240)} …`);
  });

  it("announces errors, and that earlier messages were summarised", () => {
    const { said: announced, change } = draw({ isRunning: true });
    change({ lastText: "Bake", trouble: "The key was refused." });
    expect(announced()).toBe("Easel stopped: The key was refused.");
    change({ lastText: summarised() });
    expect(announced()).toBe("Earlier messages summarised");
  });

  it("announces a new question with its sender, once", () => {
    const { said: announced, change } = draw();
    change({ asks: [anAsk("a")] });
    expect(announced()).toBe("Easel asks: Which flour?");
    const scout = anAsk("b", {
      ...{ kind: "approval", toolName: "house_paint", from: { agent: "s", name: "Scout" } },
    });
    change({ asks: [anAsk("a"), scout] });
    expect(announced()).toBe("Scout asks to use house_paint.");
  });

  it("announces new surfaces, and whether they wait for the user", () => {
    const { said: announced, change } = draw();
    const surfaces = [{ id: "m/f", title: "Guests" } as Surface];
    const form = anAsk("f", { toolName: "render_blocks", input: {} });
    change({ asks: [form], surfaces });
    expect(announced()).toBe("On the canvas, waiting for you: Guests.");
    change({ asks: [form, anAsk("n", { toolName: "render_blocks", input: null, awaits: false })], surfaces });
    expect(announced()).toBe("On the canvas: something new.");
    change({ asks: [anAsk("h", { because: { kind: "browser" } })] });
    expect(announced()).toBe("Hand back the browser to continue");
  });
});
