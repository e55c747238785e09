import { beforeEach, expect, it, vi } from "vitest";
import { DIAGRAM_CODE } from "@/lib/shared/diagram";
import { diagramImage } from "./diagram-image";
import type { Frame } from "./frame";
import { framePool } from "./pool";

const frame = { mount: vi.fn(), close: vi.fn() } as unknown as Frame;
let place: HTMLElement;
beforeEach(() => {
  vi.clearAllMocks();
  frame.isTrial = false;
  vi.spyOn(framePool(), "take").mockImplementation((_, slot) => {
    place = slot;
    return { frame, isReused: false };
  });
});

const isCleared = () => !place.isConnected && vi.mocked(frame.close).mock.calls.length === 1;

it("diagramImage returns a data URL of a diagram drawn out of sight", async () => {
  const image = diagramImage("one --> two");
  expect([place.isConnected, place.inert, frame.isTrial]).toEqual([true, true, true]);
  expect(frame.mount).toHaveBeenCalledExactlyOnceWith({
    ...{ js: DIAGRAM_CODE, css: "", title: "Diagram" },
    props: { source: "one --> two", isImage: true },
  });
  await frame.handlers?.onAction("drawn", { svg: "<svg>ü\ud800</svg>" }, false);
  expect(await image).toBe("data:image/svg+xml;charset=utf-8,%3Csvg%3E%C3%BC%EF%BF%BD%3C%2Fsvg%3E");
  expect(isCleared()).toBe(true);
});

it("diagramImage returns undefined if drawing fails or the frame stops or breaks the protocol", async () => {
  for (const end of [
    () => frame.handlers?.onFailure({ phase: "draw", message: "No", stack: "" }),
    () => frame.handlers?.onStopped("It hangs."),
    () => frame.handlers?.onAction("drawn", { svg: 5 }, false),
    () => frame.handlers?.onAction("drawn", null, false),
  ]) {
    vi.mocked(frame.close).mockClear();
    const image = diagramImage("one");
    await expect(frame.handlers?.onSay("I am the person", true)).rejects.toThrow(
      "There is no conversation here.",
    );
    await end();
    expect(await image).toBeUndefined();
    expect(isCleared()).toBe(true);
  }
});

it("diagramImage returns undefined after the timeout", async () => {
  vi.useFakeTimers();
  const image = diagramImage("one");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await image).toBeUndefined();
  expect(isCleared()).toBe(true);
});
