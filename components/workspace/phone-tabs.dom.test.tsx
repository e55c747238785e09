import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PhoneTabs } from "./phone-tabs";

type TabsProps = Partial<Parameters<typeof PhoneTabs>[0]>;

function draw(props: TabsProps = {}) {
  const onView = vi.fn();
  const quiet = { waiting: { chat: 0, canvas: 0 }, isBrowsing: false, isRunning: false, news: undefined };
  const { unmount } = render(<PhoneTabs view="chat" {...quiet} {...props} onView={onView} />);
  return { onView, unmount };
}

const tabs = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

it("the tabs mark the current view and switch between both", () => {
  const { onView } = draw({ view: "canvas" });
  expect(screen.getByRole("button", { current: "page" }).textContent).toBe("Canvas");
  fireEvent.click(screen.getByRole("button", { name: "Chat" }));
  expect(onView).toHaveBeenCalledExactlyOnceWith("chat");
});

it("the tabs show the number of open asks in each view, also in the current view", () => {
  draw({ waiting: { chat: 1, canvas: 2 }, isBrowsing: true, isRunning: true, view: "chat" });
  expect(tabs()).toEqual(["1waiting for youChat", "2waiting for youCanvas"]);
});

it("the tabs show activity in the hidden view", () => {
  const first = draw({ isBrowsing: true, isRunning: true });
  expect(tabs()).toEqual(["Chat", "The agent uses its browserCanvas"]);
  first.unmount();
  draw({ isBrowsing: true, isRunning: true, view: "canvas" });
  expect(tabs()).toEqual(["The agent is writingChat", "Canvas"]);
});

it("the new answer is shown above the canvas with a link to it", () => {
  const { onView } = draw({ view: "canvas", isRunning: true, news: "Bake rye" });
  expect(tabs()).toEqual(["Bake rye", ", new answerChat", "Canvas"]);
  fireEvent.click(screen.getByRole("button", { name: "Read the answer: Bake rye" }));
  expect(onView).toHaveBeenCalledExactlyOnceWith("chat");
});
