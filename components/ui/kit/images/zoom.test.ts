import { expect, it } from "vitest";
import { FITTED, MAX_SCALE, panned, zoomed } from "./zoom";

const box = { width: 400, height: 400 };
const image = { width: 400, height: 200 };
const middle = { x: 0, y: 0 };

it("zooming keeps the point under the pointer in place", () => {
  expect(zoomed(FITTED, 2, { x: 100, y: 0 }, image, box)).toEqual({ scale: 2, x: -100, y: 0 });
});

it("the scale is between the fitted size and the maximum", () => {
  expect(zoomed(FITTED, 0.5, middle, image, box)).toEqual(FITTED);
  expect(zoomed(FITTED, 100, middle, image, box).scale).toBe(MAX_SCALE);
});

it("the image is centred again after zooming out", () => {
  const far = panned(zoomed(FITTED, 4, middle, image, box), { x: 600, y: 600 }, image, box);
  expect(far).toEqual({ scale: 4, x: 600, y: 200 });
  expect(zoomed(far, 0.1, middle, image, box)).toEqual(FITTED);
});

it("an image that fits cannot be panned", () => {
  expect(panned(FITTED, { x: 50, y: -50 }, image, box)).toEqual(FITTED);
});
