import { afterEach, expect, it, vi } from "vitest";
import type { Frame } from "@/components/draw/frame/frame";
import { pointInFrames } from "./frames";

afterEach(() => {
  document.body.replaceChildren();
});

const SURFACE = `<div data-sheet="m1/c1"><div data-slot="component"><iframe></iframe></div></div>`;
const OTHER = `<div><div data-slot="component"><iframe></iframe></div></div>`;

it("pointing includes components that are added while it is on, and none that are added later", async () => {
  document.body.innerHTML = SURFACE + OTHER;
  const frames = new Map<Element, Frame>();
  const frameOf = (element: Element) => {
    const frame = frames.get(element) ?? ({ onPointed: undefined, point: vi.fn() } as unknown as Frame);
    frames.set(element, frame);
    return frame;
  };
  const onPointed = vi.fn();
  const end = pointInFrames(frameOf, onPointed);
  expect(frames.size).toBe(1);
  document.body.insertAdjacentHTML("beforeend", SURFACE.replace("c1", "c2"));
  await vi.waitFor(() => expect(frames.size).toBe(2));
  const [first, second] = frames.values();
  const pointed = { type: "pointed" as const, isTaken: true, tag: "b", path: "b", text: "Rye", names: [] };
  second?.onPointed?.(pointed);
  expect(onPointed).toHaveBeenCalledExactlyOnceWith(expect.anything(), pointed);
  expect(onPointed.mock.lastCall?.[0].sheet.dataset.sheet).toBe("m1/c2");

  end();
  document.body.insertAdjacentHTML("beforeend", SURFACE.replace("c1", "c3"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(frames.size).toBe(2);
  for (const frame of [first, second]) {
    expect(frame?.onPointed).toBeUndefined();
    expect(vi.mocked(frame?.point)?.mock.calls).toEqual([["begin"], ["end"]]);
  }
});
