import { act, createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { uploadsOf } from "@/components/client/uploads-of";
import { CommandsProvider, useCommands } from "@/components/ui/kit/commands";
import * as images from "@/components/ui/kit/snapshot";
import { pointsOfDraft } from "@/components/workspace/chat/client/points";
import { DeskContext, EMPTY_DESK } from "@/components/workspace/chat/desk";
import { setPointing, usePointing } from "@/components/workspace/chat/pointing";
import { MAX_POINTS } from "@/lib/shared/chat/points";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { PointLayer } from "./point-layer";

const onUsed = vi.fn();
const snapshot = vi.spyOn(images, "snapshot");
let id = "";

function Table() {
  const isPointing = usePointing();
  useCommands([
    {
      id: "m",
      label: "m",
      group: "Here",
      shortcut: "composer",
      run: () => screen.getByLabelText("Message").focus(),
    },
  ]);
  return (
    <>
      <textarea aria-label="Message" />
      <section data-sheet="m/1">
        <div data-block="0" data-type="markdown">
          <p>Rye leads</p>
          <button type="button" onClick={onUsed}>
            Buy
          </button>
        </div>
        <div data-block="1" data-type="table">
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th>Price</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>Oats</td>
                <td>3 €</td>
              </tr>
            </tbody>
          </table>
        </div>
      </section>
      <button type="button" onClick={onUsed}>
        Elsewhere
      </button>
      {isPointing && <PointLayer />}
    </>
  );
}

function draw() {
  const surface = { id: "m/1", title: "Bread", input: {} } as Surface;
  drawPage(
    <CommandsProvider>
      <DeskContext value={{ ...EMPTY_DESK, conversationId: id, surfaces: [surface] }}>
        <Table />
      </DeskContext>
    </CommandsProvider>,
  );
  act(() => setPointing(true));
}
const meant = () => pointsOfDraft(id).items;
const bar = () => screen.queryByRole("toolbar", { name: "Pointing" });
const label = () => screen.getByRole("status").textContent;
const key = (name: string, at: Element = document.body) => fireEvent.keyDown(at, { key: name });
const surface = { messageId: "m", toolCallId: "1", title: "Bread" };

beforeEach(() => {
  id = crypto.randomUUID();
  onUsed.mockReset();
  snapshot.mockReset().mockResolvedValue(undefined);
});
afterEach(() => act(() => setPointing(false)));

describe("clicks while pointing", () => {
  it("attach a point to the message being written, and do not reach the surface", async () => {
    draw();
    expect(label()).toBe("Click what you mean");
    fireEvent.pointerDown(screen.getByText("Buy"));
    fireEvent.click(screen.getByText("Buy"));
    await waitFor(() => expect(bar()).toBeNull());
    expect(onUsed).not.toHaveBeenCalled();
    expect(meant()).toEqual([{ ...surface, block: 0, type: "markdown", tag: "button", text: "Buy" }]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Message")));
  });

  it("work as usual outside surfaces", () => {
    draw();
    fireEvent.click(screen.getByText("Elsewhere"));
    expect(onUsed).toHaveBeenCalledOnce();
    expect(meant()).toEqual([]);
  });

  it("name the target under the pointer, and capture its row as an image", async () => {
    snapshot.mockResolvedValue("data:image/png;base64,UG5n");
    const add = vi.spyOn(uploadsOf(id), "add").mockReturnValue(0);
    draw();
    const cell = screen.getByText("3 €");
    const move = createEvent.pointerMove(cell);
    Object.defineProperty(move, "movementX", { value: 1 });
    fireEvent(cell, move);
    expect(label()).toBe("“Bread”, row 1, column Price");
    fireEvent.click(cell);
    await waitFor(() => expect(add).toHaveBeenCalledOnce());
    const [[[file] = [], origin] = []] = add.mock.calls;
    expect(origin).toBe("point");
    expect([file?.name, file?.type, await file?.text()]).toEqual(["Bread, row 1.png", "image/png", "Png"]);
    expect(snapshot.mock.lastCall?.[0].localName).toBe("tr");
  });

  it("show an error at the maximum number of points", async () => {
    const place = (at: number) => ({ ...surface, block: at, text: "" });
    pointsOfDraft(id).add(Array.from({ length: MAX_POINTS }, (_, at) => place(at)));
    draw();
    fireEvent.click(screen.getByText("Rye leads"));
    await waitFor(() => expect(notices()).toEqual([`At most ${MAX_POINTS} places per message.`]));
    expect(meant()).toHaveLength(MAX_POINTS);
  });
});

describe("keys while pointing", () => {
  it("move between parts and blocks, stop at both ends, and choose the current target", async () => {
    draw();
    key("ArrowRight");
    expect(label()).toMatch(/^“Bread”, text, Rye leads/);
    key("ArrowRight");
    expect(label()).toBe("“Bread”, text, Rye leads");
    key("ArrowDown");
    expect(label()).toMatch(/^“Bread”, table/);
    key("ArrowDown");
    expect(label()).toMatch(/^“Bread”, table/);
    for (let at = 0; at < 3; at++) key("ArrowRight");
    expect(label()).toBe("“Bread”, row 1, column Name");
    key("ArrowLeft");
    expect(label()).toBe("“Bread”, column Price");
    key("Enter");
    await waitFor(() =>
      expect(meant()).toMatchObject([{ ...surface, block: 1, column: "Price", text: "Price" }]),
    );
    expect(bar()).toBeNull();
  });

  it("end pointing with Escape, also from the message field", () => {
    draw();
    key("ArrowRight");
    key("Escape", screen.getByLabelText("Message"));
    expect(bar()).toBeNull();
    expect(meant()).toEqual([]);
  });

  it("still reach a focused field and the bar's buttons", () => {
    draw();
    expect(key("ArrowRight", screen.getByLabelText("Message"))).toBe(true);
    expect(key("Enter", screen.getByRole("button", { name: "Cancel" }))).toBe(true);
    expect(label()).toBe("Click what you mean");
    key("Enter");
    expect(meant()).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(bar()).toBeNull();
  });

  it("go to the bar; if the user chose no target, the earlier focus is restored", async () => {
    draw();
    act(() => setPointing(false));
    const elsewhere = screen.getByText("Elsewhere");
    elsewhere.focus();
    act(() => setPointing(true));
    await waitFor(() => expect(document.activeElement).toBe(bar()));
    key("Escape");
    expect(document.activeElement).toBe(elsewhere);
  });
});
