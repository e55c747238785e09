import { act, render, screen } from "@testing-library/react";
import { type ReactNode, useRef } from "react";
import { expect, test, vi } from "vitest";
import { useColumnHeight } from "./use-column-height";

function Body({ place, children }: { place?: number; children?: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <div ref={body} data-testid="body" style={useColumnHeight(body, "a", place)}>
      {children}
    </div>
  );
}

test("a tile has its place until it is drawn, is then as high as what is on it, and begins so the next time", async () => {
  const measured: ((height: number) => void)[] = [];
  class Observer {
    observe() {}
    disconnect() {}
    constructor(change: (entries: { contentRect: { height: number } }[]) => void) {
      measured.push((height) => change([{ contentRect: { height } }]));
    }
  }
  vi.stubGlobal("ResizeObserver", Observer);
  const heightOf = () => screen.getByTestId("body").style.minHeight;
  const { rerender, unmount } = render(<Body place={250} />);
  expect(heightOf()).toContain("250px");
  rerender(
    <Body place={250}>
      <div aria-busy="true">Coming</div>
    </Body>,
  );
  expect(heightOf()).toContain("250px");
  rerender(<Body place={250}>Rye leads</Body>);
  await vi.waitFor(() => expect(heightOf()).toBe(""));
  act(() => measured.at(-1)?.(61.4));
  unmount();
  render(<Body place={250} />);
  expect(heightOf()).toContain("61px");
});

test("in the grid a tile keeps the height of its place", () => {
  render(<Body>Rye leads</Body>);
  expect(screen.getByTestId("body").getAttribute("style")).toBe(null);
});
