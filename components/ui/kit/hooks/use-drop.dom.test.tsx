import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useDrop } from "./use-drop";

function draw() {
  const onFiles = vi.fn();
  function DropTarget() {
    const { isOver, target } = useDrop(onFiles);
    return (
      <section aria-label="Chat" {...target}>
        <p>Messages</p>
        {isOver && <p>Drop it</p>}
      </section>
    );
  }
  const { unmount } = render(<DropTarget />);
  return { onFiles, unmount };
}

const place = () => screen.getByRole("region", { name: "Chat" });
const inside = () => screen.getByText("Messages");
const isDropShown = () => screen.queryByText("Drop it") !== null;
const some = (...files: File[]) => ({ dataTransfer: { types: ["Files"], files, dropEffect: "copy" } });
const textTransfer = { dataTransfer: { types: ["text/plain"], files: [] } };
const file = new File(["rye"], "rye.txt");

function outside(type: "dragover" | "drop", dataTransfer: object) {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer });
  act(() => void document.body.dispatchEvent(event));
  return event;
}

it("useDrop accepts dropped files and shows the target while dragging", () => {
  const { onFiles } = draw();
  fireEvent.dragEnter(place(), some());
  expect(isDropShown()).toBe(true);
  expect(fireEvent.dragOver(place(), some())).toBe(false);
  expect(fireEvent.drop(place(), some(file))).toBe(false);
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file]);
  expect(isDropShown()).toBe(false);
});

it("useDrop shows the target until the last child is left", () => {
  draw();
  fireEvent.dragEnter(place(), some());
  fireEvent.dragEnter(inside(), some());
  fireEvent.dragLeave(place(), some());
  expect(isDropShown()).toBe(true);
  fireEvent.dragLeave(inside(), some());
  expect(isDropShown()).toBe(false);
});

it("useDrop ignores dragged text", () => {
  const { onFiles } = draw();
  fireEvent.dragEnter(place(), textTransfer);
  expect(isDropShown()).toBe(false);
  expect(fireEvent.dragOver(place(), textTransfer)).toBe(true);
  expect(fireEvent.drop(place(), textTransfer)).toBe(true);
  expect(onFiles).not.toHaveBeenCalled();
});

it("useDrop prevents navigation for files dropped outside while mounted", () => {
  const { onFiles, unmount } = draw();
  const { dataTransfer } = some(file);
  expect(outside("dragover", dataTransfer).defaultPrevented).toBe(true);
  expect(dataTransfer.dropEffect).toBe("none");
  expect(outside("drop", dataTransfer).defaultPrevented).toBe(true);
  expect(outside("drop", textTransfer.dataTransfer).defaultPrevented).toBe(false);
  expect(onFiles).not.toHaveBeenCalled();
  unmount();
  expect(outside("drop", dataTransfer).defaultPrevented).toBe(false);
});
