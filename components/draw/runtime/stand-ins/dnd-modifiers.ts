import type { ClientRect, Modifier } from "@dnd-kit/core";
import { getEventCoordinates } from "@dnd-kit/utilities";

type Transform = Parameters<Modifier>[0]["transform"];

/* Replaces @dnd-kit/modifiers, which limit where a dragged item can go. */

export const restrictToHorizontalAxis: Modifier = ({ transform }) => ({ ...transform, y: 0 });

export const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 });

export const restrictToParentElement: Modifier = ({ transform, draggingNodeRect, containerNodeRect }) =>
  inside(transform, draggingNodeRect, containerNodeRect);

export const restrictToWindowEdges: Modifier = ({ transform, draggingNodeRect, windowRect }) =>
  inside(transform, draggingNodeRect, windowRect);

export const restrictToFirstScrollableAncestor: Modifier = ({
  transform,
  draggingNodeRect,
  scrollableAncestorRects: [first],
}) => inside(transform, draggingNodeRect, first);

export const createSnapModifier =
  (pixels: number): Modifier =>
  ({ transform }) => ({
    ...transform,
    x: Math.ceil(transform.x / pixels) * pixels,
    y: Math.ceil(transform.y / pixels) * pixels,
  });

export const snapCenterToCursor: Modifier = ({ activatorEvent, draggingNodeRect, transform }) => {
  const pointer = activatorEvent && getEventCoordinates(activatorEvent);
  if (!pointer || !draggingNodeRect) return transform;
  const { left, top, width, height } = draggingNodeRect;
  return {
    ...transform,
    x: transform.x + pointer.x - left - width / 2,
    y: transform.y + pointer.y - top - height / 2,
  };
};

function inside(transform: Transform, dragged: ClientRect | null, bounds?: ClientRect | null): Transform {
  if (!dragged || !bounds) return transform;
  const between = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));
  return {
    ...transform,
    x: between(transform.x, bounds.left - dragged.left, bounds.right - dragged.right),
    y: between(transform.y, bounds.top - dragged.top, bounds.bottom - dragged.bottom),
  };
}
