/** In px of the window or of the browser's viewport. */
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Box = Point & Size;

/** Converts a window position over `box` to viewport coordinates. Positions outside are moved to the edge. */
export function inViewport({ x, y }: Point, box: Box, viewport: Size): Point {
  return {
    x: within(((x - box.x) / (box.width || 1)) * viewport.width, viewport.width),
    y: within(((y - box.y) / (box.height || 1)) * viewport.height, viewport.height),
  };
}

/** Rounds to tenths of a pixel and clamps to [0, max - 1]. */
const within = (value: number, max: number): number =>
  Math.round(Math.min(Math.max(0, value), Math.max(0, max - 1)) * 10) / 10;

/** Converts a viewport rectangle to percentages of the image. Returns undefined if it is not visible. */
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

/** Converts a wheel event to px of the viewport. Some mice report lines, a few pages. */
export function wheelOf(
  { deltaX, deltaY, deltaMode }: Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode">,
  viewport: Size,
): { deltaX: number; deltaY: number } {
  const unit = deltaMode === 1 ? LINE : deltaMode === 2 ? viewport.height : 1;
  return { deltaX: bounded(deltaX * unit), deltaY: bounded(deltaY * unit) };
}

const LINE = 40;
const FAR = 10_000;
/** Clamps to the range of a single event. */
export const bounded = (value: number) => Math.min(FAR, Math.max(-FAR, value));

export class Presses {
  #last: (Point & { at: number; button: string; count: number }) | undefined;

  /** Count of the last press, which its release needs too. */
  get last(): number {
    return this.#last?.count ?? 1;
  }

  /** Returns 1 to 3 for a press at this position and time in ms. */
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
