import { expect, it } from "vitest";
import { inImage, inViewport, Presses, wheelOf } from "./geometry";

const viewport = { width: 1280, height: 800 };

it("inViewport converts positions to the viewport at any image size", () => {
  const small = { x: 20, y: 100, width: 320, height: 200 };
  expect(inViewport({ x: 20, y: 100 }, small, viewport)).toEqual({ x: 0, y: 0 });
  expect(inViewport({ x: 180, y: 200 }, small, viewport)).toEqual({ x: 640, y: 400 });
  const large = { x: 0, y: -300, width: 1600, height: 1000 };
  expect(inViewport({ x: 801, y: 200 }, large, viewport)).toEqual({ x: 640.8, y: 400 });
});

it("inViewport clamps positions outside the image to its edge", () => {
  const box = { x: 10, y: 10, width: 640, height: 400 };
  expect(inViewport({ x: -5, y: 900 }, box, viewport)).toEqual({ x: 0, y: 799 });
  expect(inViewport({ x: 651, y: 0 }, box, viewport)).toEqual({ x: 1279, y: 0 });
  expect(inViewport({ x: 1, y: 1 }, { ...box, width: 0, height: 0 }, viewport)).toEqual({ x: 0, y: 0 });
});

it("inImage converts the visible part of an element, and returns undefined if none is visible", () => {
  expect(inImage({ x: 640, y: 400, width: 128, height: 80 }, viewport)).toEqual({
    left: "50%",
    top: "50%",
    width: "10%",
    height: "10%",
  });
  expect(inImage({ x: -128, y: 720, width: 256, height: 800 }, viewport)).toEqual({
    left: "0%",
    top: "90%",
    width: "10%",
    height: "10%",
  });
  expect(inImage({ x: 0, y: 900, width: 10, height: 10 }, viewport)).toBeUndefined();
});

it("wheelOf converts wheel deltas of any unit to px within the limit of a request", () => {
  const turn = (deltaY: number, deltaMode: number) =>
    wheelOf({ deltaX: 0, deltaY, deltaMode }, viewport).deltaY;
  expect([turn(-7, 0), turn(3, 1), turn(1, 2), turn(1e9, 0)]).toEqual([-7, 120, 800, 10_000]);
});

it("successive presses in one place are counted up to three", () => {
  const presses = new Presses();
  const at = { x: 5, y: 5 };
  expect([0, 200, 400, 600].map((ms) => presses.count("left", at, ms))).toEqual([1, 2, 3, 1]);
  expect(presses.count("right", at, 700)).toBe(1);
  expect(presses.count("right", { x: 50, y: 5 }, 800)).toBe(1);
  expect(presses.count("right", { x: 50, y: 5 }, 2_000)).toBe(1);
});
