import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { moveGently } from "./move-gently";

const moved = vi.fn();
afterEach(() => {
  moved.mockClear();
  Reflect.deleteProperty(Element.prototype, "moveBefore");
});

function list(items: string) {
  return (
    <ul ref={moveGently}>
      {[...items].map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
const shown = () => screen.getByRole("list").textContent;

it("moveGently moves existing items and inserts only new ones", () => {
  Object.assign(Element.prototype, {
    moveBefore(this: Element, node: Node, before: Node | null) {
      moved(node.textContent, before?.textContent);
      Element.prototype.insertBefore.call(this, node, before);
    },
  });
  const { rerender } = render(list("abc"));
  expect(moved).not.toHaveBeenCalled();
  rerender(list("bac"));
  expect([shown(), moved.mock.lastCall]).toEqual(["bac", ["a", "c"]]);
  rerender(list("acb"));
  expect([shown(), moved.mock.lastCall]).toEqual(["acb", ["b", undefined]]);
  moved.mockClear();
  rerender(list("dacbe"));
  expect(shown()).toBe("dacbe");
  expect(moved).not.toHaveBeenCalled();
});

it("moveGently inserts items again in a browser without moveBefore", () => {
  const { rerender } = render(list("abc"));
  rerender(list("cba"));
  expect(shown()).toBe("cba");
});
