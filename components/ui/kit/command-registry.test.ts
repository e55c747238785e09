import { describe, expect, it, vi } from "vitest";
import { CommandRegistry } from "./command-registry";
import type { Command } from "./commands";

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  label: id,
  group: "Here",
  run: () => {},
  ...more,
});

describe("the command registry", () => {
  it("lists commands of the page before those of the frame, and drops withdrawn commands", () => {
    const registry = new CommandRegistry();
    const [frame, page] = [{}, {}];
    registry.offer(frame, [command("a"), command("b")], "frame");
    registry.offer(page, [command("c")]);
    expect(registry.list().map(({ id }) => id)).toEqual(["c", "a", "b"]);
    registry.withdraw(page);
    expect(registry.list().map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("runs the command that was offered last, and notifies only if the displayed text changes", () => {
    const registry = new CommandRegistry();
    const source = {};
    const first = vi.fn();
    const second = vi.fn();
    registry.offer(source, [command("a", { run: first, shortcut: "stop" })]);
    const listener = vi.fn();
    registry.subscribe(listener);
    registry.offer(source, [command("a", { run: second, shortcut: "stop" })]);
    expect(listener).not.toHaveBeenCalled();
    expect(registry.press("stop")).toBe(true);
    registry.run("a");
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 2]);
    registry.offer(source, [command("a", { label: "Other" })]);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("returns false for a shortcut without a command", () => {
    expect(new CommandRegistry().press("stop")).toBe(false);
  });
});
