import { act, render, screen } from "@testing-library/react";
import { type ReactNode, useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { useColumnHeight } from "./use-column-height";

function Body({ place, children }: { place?: number; children?: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <div ref={body} data-testid="body" style={useColumnHeight(body, "a", place)}>
      {children}
    </div>
  );
}

afterEach(() => {
  localStorage.clear();
  drawn.top = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Position and height that the rendered tile reports, because happy-dom has no layout. */
const drawn = { top: 0, height: 61 };
function layOut() {
  const changed: (() => void)[] = [];
  const seen: ((entry: { top: number; bottom: number }) => void)[] = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
      constructor(change: () => void) {
        changed.push(change);
      }
    },
  );
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
      constructor(change: (entries: { boundingClientRect: object }[]) => void) {
        seen.push((boundingClientRect) => change([{ boundingClientRect }]));
      }
    },
  );
  vi.spyOn(Element.prototype, "checkVisibility").mockReturnValue(true);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
    () => ({ top: drawn.top, bottom: drawn.top + drawn.height }) as DOMRect,
  );
  return {
    changed,
    see: (entry: { top: number; bottom: number }) => seen.at(-1)?.(entry),
  };
}
const style = () => screen.getByTestId("body").style;

test("a tile reserves a height until it has rendered, then keeps it in view and starts with it", async () => {
  const { changed, see } = layOut();
  const { rerender, unmount } = render(<Body place={250} />);
  expect([style().minHeight, style().maxHeight]).toEqual(["min(250px, 80svh)", "min(250px, 80svh)"]);
  rerender(
    <Body place={250}>
      <div aria-busy="true">Coming</div>
    </Body>,
  );
  expect(style().maxHeight).toContain("250px");
  rerender(
    <Body place={250}>
      <p>Rye leads</p>
    </Body>,
  );
  await vi.waitFor(() => expect(style().maxHeight).toBe("80svh"));
  expect(style().minHeight).toContain("250px");
  await vi.waitFor(() => expect(changed).not.toEqual([]));
  act(() => changed.at(-1)?.());
  act(() => see({ top: -30, bottom: 220 }));
  expect(style().minHeight).toContain("250px");
  act(() => see({ top: -300, bottom: -50 }));
  expect(style().minHeight).toBe("");
  unmount();
  render(<Body place={250} />);
  expect([style().minHeight, style().maxHeight]).toEqual(["min(61px, 80svh)", "min(61px, 80svh)"]);
});

test("a tile has its content's height at once if no tile below is visible or the estimate was right", async () => {
  layOut();
  const rye = (place: number) => (
    <Body place={place}>
      <p>Rye leads</p>
    </Body>
  );
  const { rerender } = render(rye(80));
  await vi.waitFor(() => expect(style().minHeight).toBe(""));
  localStorage.clear();
  drawn.top = innerHeight - 20;
  rerender(<span />);
  rerender(rye(400));
  await vi.waitFor(() => expect(style().minHeight).toBe(""));
});

test("useColumnHeight returns no style on the grid", () => {
  render(<Body>Rye leads</Body>);
  expect(screen.getByTestId("body").getAttribute("style")).toBe(null);
});
