import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Frame } from "./frame";
import { Pool } from "./pool";

// The real guard would keep listening to the document in later tests.
vi.mock("./focus-guard", () => ({ guardFocus: () => ({ follow: () => {} }) }));

const frames = () => [...document.querySelectorAll("iframe")];
const ready = (pool: Pool, at: number) => {
  const element = frames()[at];
  if (element) pool.frameOf(element)?.onReady?.();
};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(Element.prototype, {
    moveBefore(this: Element, node: Node, before: Node | null) {
      this.insertBefore(node, before);
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(Element.prototype, "moveBefore");
  document.body.replaceChildren();
});

it("the pool keeps one spare frame, which loads modules that components of the page imported", () => {
  const pool = new Pool();
  pool.sawBundle('import { Card } from "@/components/ui/card";\nimport { LineChart } from "recharts";');
  pool.warm();
  pool.warm();
  const [waiting, ...others] = frames();
  expect(others).toEqual([]);
  const frame = pool.frameOf(waiting as HTMLIFrameElement) as Frame;
  const ahead = vi.spyOn(frame, "ahead");
  const rehearse = vi.spyOn(frame, "rehearse");
  ready(pool, 0);
  expect(rehearse).toHaveBeenCalledTimes(1);
  expect(ahead.mock.calls).toEqual([["@/components/ui/card"], ["recharts"]]);
  const slot = document.body.appendChild(document.createElement("div"));
  expect(pool.take("a", slot).frame.element).toBe(waiting);
  vi.advanceTimersByTime(1_000);
  expect(frames()).toHaveLength(2);
});

it("the pool does not preload text that only looks like an import", () => {
  const pool = new Pool();
  pool.sawBundle(
    'import x from "https://elsewhere.example/x.js"; import y from "./y"; import z from "easel";',
  );
  pool.warm();
  const frame = pool.frameOf(frames()[0] as HTMLIFrameElement);
  const ahead = vi.spyOn(frame as Frame, "ahead");
  ready(pool, 0);
  expect(ahead).not.toHaveBeenCalled();
  expect(frames()).toHaveLength(1);
});

it("the pool keeps a second spare frame only while warm(2) applies", () => {
  const pool = new Pool();
  pool.warm();
  pool.warm(2);
  const [first, second, ...others] = frames();
  expect(others).toEqual([]);
  const slot = () => document.body.appendChild(document.createElement("div"));
  expect(pool.take(undefined, slot()).frame.element).toBe(first);
  expect(pool.take("a", slot()).frame.element).toBe(second);
  vi.advanceTimersByTime(1_000);
  expect(frames()).toHaveLength(4);
  pool.warm(1);
  expect(frames()).toHaveLength(3);
  vi.advanceTimersByTime(1_000);
  expect(frames()).toHaveLength(3);
});
