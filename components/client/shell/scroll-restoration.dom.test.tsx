import { fireEvent, render, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ScrollRestoration } from "./scroll-restoration";

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/memory");
});

function open() {
  const page = render(
    <>
      <ScrollRestoration />
      <div data-scroll="list" />
      <main />
    </>,
  );
  const [list, main] = [
    page.container.querySelector("div[data-scroll]"),
    page.container.querySelector("main"),
  ];
  if (!list || !main) throw new Error("The page is not drawn");
  return { list, main, ...page };
}
const leave = ({ unmount }: ReturnType<typeof open>) => {
  fireEvent(window, new Event("pagehide"));
  unmount();
};

it("ScrollRestoration restores scroll positions once for the same address, until the user scrolls", async () => {
  const first = open();
  first.list.scrollTop = 300;
  first.main.scrollTop = 70;
  leave(first);
  history.replaceState(null, "", "/agent/tools");
  const other = open();
  expect([other.list.scrollTop, other.main.scrollTop]).toEqual([0, 0]);
  leave(other);
  history.replaceState(null, "", "/memory");
  const again = open();
  expect([again.list.scrollTop, again.main.scrollTop]).toEqual([300, 70]);
  // Content was added above.
  again.list.scrollTop = 336;
  await waitFor(() => expect(again.list.scrollTop).toBe(300));
  fireEvent.wheel(again.list);
  again.list.scrollTop = 20;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(again.list.scrollTop).toBe(20);
  again.unmount();
  const third = open();
  expect([third.list.scrollTop, third.main.scrollTop]).toEqual([0, 0]);
});

it("ScrollRestoration ignores invalid stored values", () => {
  sessionStorage.setItem("easel:scrolls:/memory", '{"main":"far"}');
  expect(open().main.scrollTop).toBe(0);
  sessionStorage.setItem("easel:scrolls:/memory", "{");
  expect(open().main.scrollTop).toBe(0);
});
