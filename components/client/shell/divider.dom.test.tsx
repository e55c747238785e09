import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { Divider } from "./divider";

const onMove = vi.fn();
const onMoved = vi.fn();

/** Happy DOM has no layout, so the place of the divider and the width of its parent are given. */
function draw({ left = 432, room = 1_000 } = {}): HTMLElement {
  onMove.mockClear();
  onMoved.mockClear();
  render(<Divider width={432} onMove={onMove} onMoved={onMoved} />);
  const line = screen.getByRole("separator", { name: "Chat width" });
  Object.defineProperty(line, "offsetLeft", { value: left });
  Object.defineProperty(line, "offsetParent", { value: { clientWidth: room } });
  line.setPointerCapture = () => {};
  return line;
}

beforeEach(() => document.body.replaceChildren());

const drag = (line: HTMLElement, by: number) => {
  fireEvent.pointerDown(line, { button: 0, clientX: 100 });
  fireEvent.pointerMove(line, { clientX: 100 + by });
  fireEvent.pointerUp(line);
};

it("the divider reports the width while it is dragged, and once at the end", () => {
  const line = draw();
  fireEvent.pointerMove(line, { clientX: 50 });
  fireEvent.pointerDown(line, { button: 0, clientX: 100 });
  fireEvent.pointerMove(line, { clientX: 110 });
  fireEvent.pointerMove(line, { clientX: 130 });
  expect(onMoved).not.toHaveBeenCalled();
  fireEvent.pointerUp(line);
  fireEvent.pointerMove(line, { clientX: 300 });
  expect(onMove.mock.calls).toEqual([[442], [462]]);
  expect(onMoved.mock.calls).toEqual([[462]]);
});

it.each([
  [-500, 1_200, 360],
  [500, 1_200, 560],
  [500, 1_000, 519],
])(
  "moved by %i in a window of %i pixels, the divider leaves the panes their minimum widths",
  (by, room, width) => {
    drag(draw({ room }), by);
    expect(onMoved.mock.calls).toEqual([[width]]);
  },
);

it("a click does not change the width, and a double click resets it", () => {
  const line = draw();
  drag(line, 0);
  expect(onMoved).not.toHaveBeenCalled();
  fireEvent.doubleClick(line);
  expect(onMoved.mock.calls).toEqual([[432]]);
});

it.each([
  ["ArrowLeft", 408],
  ["ArrowRight", 456],
  ["Home", 360],
  ["End", 519],
])("the key %s moves the divider", (key, width) => {
  const line = draw();
  fireEvent.keyDown(line, { key });
  fireEvent.keyDown(line, { key: "a" });
  expect(onMoved.mock.calls).toEqual([[width]]);
});
