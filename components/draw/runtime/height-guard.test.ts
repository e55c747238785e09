import { describe, expect, it } from "vitest";
import { HeightGuard, type Verdict } from "./height-guard";

type Step = { px: number; content?: number };

/** Simulates a frame that follows the reported height, and content that sets a new height in response, every 16 ms. */
function watch(ms: number, contentAt: (frame: number, now: number, own: number) => Step, first = 300) {
  const guard = new HeightGuard();
  const reported: number[] = [];
  let frame = first;
  let own = first;
  let isAnswer = false;
  let stopped: Exclude<Verdict, string> | undefined;
  for (let now = 0; now < ms && !stopped; now += 16) {
    const { px, content = 100 } = contentAt(frame, now, own);
    const judged = guard.assess({ px, content: () => content, isAnswer, now });
    isAnswer = false;
    own = px;
    if (typeof judged !== "string") stopped = judged;
    else if (judged === "tell" && frame !== px) {
      reported.push(px);
      frame = px;
      isAnswer = true;
    }
  }
  return { told: reported, frame, stopped };
}

describe("content whose height grows without end", () => {
  it.each<[string, (frame: number, now: number, own: number) => Step]>([
    ["is a bit higher than the frame", (frame) => ({ px: frame + 10 })],
    ["is much higher than the frame", (frame) => ({ px: frame * 2 })],
    ["is a bit lower than the frame", (frame) => ({ px: Math.max(0, frame - 10) })],
    ["oscillates", (frame) => ({ px: frame > 400 ? 350 : 450 })],
  ])("stops the frame from following it if it %s", (_, contentAt) => {
    const { told: reported, stopped } = watch(10_000, contentAt);
    expect(stopped?.cause).toBe("frame");
    expect(reported.length).toBeLessThan(10);
  });

  it("stays at its first height if it grows by itself", () => {
    const { frame, stopped } = watch(3_000, (_, __, own) => ({ px: own + 40 }));
    expect(stopped).toEqual({ cause: "content", px: 340 });
    expect(frame).toBeLessThan(3_000);
    expect(watch(5_000, (_, __, own) => ({ px: own + 1 })).stopped?.cause).toBe("content");
  });
});

describe("the frame takes the height", () => {
  it.each<[string, number, (frame: number, now: number) => Step]>([
    ["an animation", 900, (_, now) => ({ px: 300 + Math.min(600, now) })],
    ["a short animation", 500, (_, now) => ({ px: 300 + Math.min(200, now) })],
    [
      "a long list that grows",
      2_280,
      (_, now) => ({ px: 300 + Math.floor(now / 50) * 20, content: now + 100 }),
    ],
    ["an image that loads late", 500, (_, now) => ({ px: now > 900 ? 500 : 300 })],
    ["content that fits after a few steps", 500, (frame) => ({ px: Math.min(500, frame + 60) })],
  ])("of %s", (_, end, contentAt) => {
    const { frame, stopped } = watch(5_000, contentAt);
    expect(stopped).toBeUndefined();
    expect(frame).toBeGreaterThanOrEqual(end);
  });

  it("of an animation, step by step", () => {
    const { told: reported } = watch(1_000, (_, now) => ({
      px: 300 + Math.min(400, Math.floor(now / 16) * 10),
    }));
    expect(reported.length).toBeGreaterThan(30);
  });

  it("of panels that open and close every second", () => {
    const { told: reported, stopped } = watch(30_000, (_, now) => ({ px: now % 2_000 < 1_000 ? 300 : 500 }));
    expect(stopped).toBeUndefined();
    expect(reported.length).toBeGreaterThan(25);
  });
});
