import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { FITTED, type Point, panned, type Size, type View, zoomed } from "./zoom";

const STEP = 1.4;
const PAN = 60;
const MIDDLE = { x: 0, y: 0 };

export function useZoom(image: RefObject<HTMLElement | null>) {
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState(FITTED);
  const fingers = useRef(new Map<number, Point>());

  const change = (next: (before: View, image: Size, box: Size) => View) => {
    if (!box.current || !image.current) return;
    // `offsetWidth` and `offsetHeight` ignore the zoom, which is a CSS transform.
    const { offsetWidth: width, offsetHeight: height } = image.current;
    const available = { width: box.current.clientWidth, height: box.current.clientHeight };
    setView((before) => next(before, { width, height }, available));
  };
  const zoom = (factor: number, at: Point = MIDDLE) =>
    change((before, image, available) => zoomed(before, factor, at, image, available));
  const pan = (by: Point) => change((before, image, available) => panned(before, by, image, available));
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const rect = box.current?.getBoundingClientRect();
    if (!rect) return MIDDLE;
    return { x: clientX - rect.x - rect.width / 2, y: clientY - rect.y - rect.height / 2 };
  };

  const wheel = useRef<(event: WheelEvent) => void>(undefined);
  useEffect(() => {
    wheel.current = (event) =>
      zoom(Math.exp(-Math.max(-100, Math.min(100, event.deltaY)) / 300), fromMiddle(event));
  });
  // A ref callback, because a dialog mounts the box after the effects of this component have run.
  const boxRef = useCallback((element: HTMLElement | null) => {
    box.current = element;
    // React registers wheel listeners as passive. They cannot prevent the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      wheel.current?.(event);
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      box.current = null;
      element?.removeEventListener("wheel", onWheel);
    };
  }, []);

  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = fromMiddle(event);
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    fingers.current.set(event.pointerId, now);
    if (!other) return pan({ x: now.x - before.x, y: now.y - before.y });
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  };

  const keys: Record<string, () => void> = {
    "+": () => zoom(STEP),
    "=": () => zoom(STEP),
    "-": () => zoom(1 / STEP),
    "0": () => setView(FITTED),
    ArrowLeft: () => pan({ x: PAN, y: 0 }),
    ArrowRight: () => pan({ x: -PAN, y: 0 }),
    ArrowUp: () => pan({ x: 0, y: PAN }),
    ArrowDown: () => pan({ x: 0, y: -PAN }),
  };
  return {
    view,
    boxRef,
    larger: () => zoom(STEP),
    smaller: () => zoom(1 / STEP),
    fit: () => setView(FITTED),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]?.();
    },
    pointer: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, fromMiddle(event));
      },
      onPointerMove,
      onPointerUp: ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId),
      onPointerCancel: ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId),
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        view.scale > 1 ? setView(FITTED) : zoom(2.5, fromMiddle(event)),
    },
  };
}
