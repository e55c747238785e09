/** A position in px, relative to the window or to the browser's viewport. */
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Box = Point & Size;

/**
 * Converts a position in the window to viewport coordinates. `box` is the place of the image in the window.
 * Positions outside of it are clamped to its edge.
 */
export function inViewport({ x, y }: Point, box: Box, viewport: Size): Point {
  return {
    x: within(((x - box.x) / (box.width || 1)) * viewport.width, viewport.width),
    y: within(((y - box.y) / (box.height || 1)) * viewport.height, viewport.height),
  };
}

/** Rounds to tenths of a pixel and clamps to [0, max - 1]. */
const within = (value: number, max: number): number =>
  Math.round(Math.min(Math.max(0, value), Math.max(0, max - 1)) * 10) / 10;

/**
 * Converts a rectangle in the viewport to percentages of the image. Returns undefined if the viewport shows
 * no part of it.
 */
export function inImage(target: Box, viewport: Size) {
  const left = Math.max(0, target.x);
  const top = Math.max(0, target.y);
  const right = Math.min(viewport.width, target.x + target.width);
  const bottom = Math.min(viewport.height, target.y + target.height);
  if (right <= left || bottom <= top) return undefined;
  const across = (value: number) => `${(100 * value) / viewport.width}%`;
  const down = (value: number) => `${(100 * value) / viewport.height}%`;
  return { left: across(left), top: down(top), width: across(right - left), height: down(bottom - top) };
}

/** Converts a wheel event to px of the viewport. Wheel deltas may be given in px, lines or pages. */
export function wheelOf(
  { deltaX, deltaY, deltaMode }: Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode">,
  viewport: Size,
): { deltaX: number; deltaY: number } {
  const unit = deltaMode === 1 ? LINE : deltaMode === 2 ? viewport.height : 1;
  return { deltaX: bounded(deltaX * unit), deltaY: bounded(deltaY * unit) };
}

const LINE = 40;
const FAR = 10_000;
/** Clamps a delta to the maximum of a single event. */
export const bounded = (value: number) => Math.min(FAR, Math.max(-FAR, value));

export class Presses {
  #last: (Point & { at: number; button: string; count: number }) | undefined;

  /** Click count of the last press. The event of its release needs the same count. */
  get last(): number {
    return this.#last?.count ?? 1;
  }

  /** Returns the click count (1 to 3) of a press at this position and time in ms. */
  count(button: string, { x, y }: Point, at: number): number {
    const last = this.#last;
    const isNext =
      last && last.button === button && at - last.at < SOON_MS && Math.hypot(x - last.x, y - last.y) < NEAR;
    const count = isNext ? (last.count % 3) + 1 : 1;
    this.#last = { x, y, at, button, count };
    return count;
  }
}

const SOON_MS = 500;
const NEAR = 6;
