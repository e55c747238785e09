/** Scale relative to the fitted size, and offset from the centre in pixels. */
export type View = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export const FITTED: View = { scale: 1, x: 0, y: 0 };
export const MOST = 8;

/** Zooms by `factor` and keeps the point `at` (relative to the centre of the box) in place. */
export function zoomed(view: View, factor: number, at: Point, picture: Size, box: Size): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), MOST);
  const grown = scale / view.scale;
  const moved = { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
  return kept(moved, picture, box);
}

export function panned(view: View, by: Point, picture: Size, box: Size): View {
  return kept({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, box);
}

/** Limits the offset so that the image covers the box, or stays centred if it is smaller. */
function kept({ scale, x, y }: View, picture: Size, box: Size): View {
  const free = (length: number, room: number) => Math.max(0, (length * scale - room) / 2);
  const within = (value: number, most: number) => Math.min(Math.max(value, -most), most) || 0;
  return {
    scale,
    x: within(x, free(picture.width, box.width)),
    y: within(y, free(picture.height, box.height)),
  };
}
