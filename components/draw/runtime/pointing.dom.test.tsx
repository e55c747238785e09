import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { byHand, loadRuntime } from "./testing/load-runtime";

// The runtime removes globals, so the file runs in a separate process.
vi.resetModules();
const page = await loadRuntime();
const used = vi.fn();

function Packing() {
  return (
    <section>
      <h2>Packing</h2>
      <div>
        <input aria-label="Thing" placeholder="Tent" />
        <button type="button" className="wide" onClick={used} onPointerDown={used}>
          Add
        </button>
        <button type="button">
          <svg aria-label="Bin">
            <path d="M0 0" />
          </svg>
        </button>
      </div>
    </section>
  );
}

beforeEach(async () => {
  used.mockClear();
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 0, 10));
  Element.prototype.scrollIntoView = () => {};
  page.mount(Packing);
  await screen.findByText("Packing");
  page.sent.length = 0;
});

const point = (move: "begin" | "next" | "previous" | "take" | "end") => page.tell({ type: "point", move });
const pointed = () => page.of("pointed");
const mark = () =>
  [...document.documentElement.children].find((one) => one.getAttribute("style")?.includes("outline"));
const pressOn = (element: Element) =>
  ["pointerdown", "mousedown", "pointerup", "mouseup", "click"].map(
    (type) => byHand(new MouseEvent(type, { bubbles: true, cancelable: true }), element).defaultPrevented,
  );

it("the pointing mode sends a press to the page instead of the component while the user points", async () => {
  const add = screen.getByText("Add");
  pressOn(add);
  expect(used).toHaveBeenCalledTimes(2);
  point("begin");
  expect(pressOn(add)).toEqual([true, true, true, true, true]);
  await vi.waitFor(() => expect(pointed()).toHaveLength(1));
  expect(used).toHaveBeenCalledTimes(2);
  expect(pointed()[0]).toEqual({
    ...{ type: "pointed", isTaken: true, tag: "button", text: "Add", names: ["wide"] },
    path: "section > div > button:nth-of-type(1)",
  });
  point("end");
  pressOn(add);
  expect(used).toHaveBeenCalledTimes(4);
  expect(pointed()).toHaveLength(1);
});

it("the pointing mode does not count a press while pointing as a gesture", async () => {
  const { callTool } = await import("./easel");
  page.hand.isActive = true;
  point("begin");
  page.sent.length = 0;
  pressOn(screen.getByText("Add"));
  void callTool("save");
  expect(page.of("press")).toEqual([]);
  expect(page.of("action")).toMatchObject([{ byHand: false }]);
  point("end");
});

it("the pointing mode ignores presses of scripts", () => {
  point("begin");
  screen.getByText("Add").click();
  expect(pointed()).toEqual([]);
  expect(used).toHaveBeenCalledOnce();
  point("end");
});

it("keys move through the elements, stay at the last one, and leave before the first one", async () => {
  point("begin");
  for (let times = 0; times < 6; times++) point("next");
  const tags = () => pointed().map(({ tag, isOut }) => (isOut ? "out" : tag));
  expect(tags()).toEqual(["h2", "input", "button", "button", "svg"]);
  expect(pointed()[1]).toMatchObject({ isTaken: false, names: ["Thing", "Tent"] });
  page.sent.length = 0;
  for (let times = 0; times < 5; times++) point("previous");
  expect(tags()).toEqual(["button", "button", "input", "h2", "out"]);
  page.sent.length = 0;
  point("next");
  point("take");
  await vi.waitFor(() =>
    expect(pointed().at(-1)).toMatchObject({ isTaken: true, tag: "h2", text: "Packing" }),
  );
  point("end");
});

it("the mark follows the pointer, marks a drawing as a whole, and is removed at the end", () => {
  const move = (element: Element, movementX: number) =>
    element.dispatchEvent(
      Object.assign(new Event("pointermove", { bubbles: true }), { movementX, movementY: 0 }),
    );
  move(screen.getByText("Packing"), 3);
  expect(mark()).toBeUndefined();
  point("begin");
  move(screen.getByText("Packing"), 0);
  expect(mark()).toBeUndefined();
  const path = document.querySelector("path");
  if (path) move(path, 3);
  expect(mark()).toBeDefined();
  expect(pointed()).toEqual([]);
  point("end");
  expect(mark()).toBeUndefined();
  point("take");
  expect(pointed()).toEqual([]);
  point("end");
});
