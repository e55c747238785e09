/** Scale relative to the fitted size, and offset from the centre in pixels. */
export type View = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export const FITTED: View = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;

/** Zooms by `factor` and keeps the point `at` (relative to the centre of the box) in place. */
export function zoomed(view: View, factor: number, at: Point, image: Size, box: Size): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), MAX_SCALE);
  const grown = scale / view.scale;
  const moved = { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
  return clamped(moved, image, box);
}

export function panned(view: View, by: Point, image: Size, box: Size): View {
  return clamped({ ...view, x: view.x + by.x, y: view.y + by.y }, image, box);
}

/** Limits the offset so that the image covers the box, or stays centred if it is smaller. */
function clamped({ scale, x, y }: View, image: Size, box: Size): View {
  const free = (length: number, available: number) => Math.max(0, (length * scale - available) / 2);
  const within = (value: number, max: number) => Math.min(Math.max(value, -max), max) || 0;
  return {
    scale,
    x: within(x, free(image.width, box.width)),
    y: within(y, free(image.height, box.height)),
  };
}
