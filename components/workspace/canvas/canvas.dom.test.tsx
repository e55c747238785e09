import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { CommandsProvider, useRegistry } from "@/components/ui/kit/commands";
import { type Desk, DeskContext, EMPTY_DESK } from "@/components/workspace/chat/desk";
import { usePointing } from "@/components/workspace/chat/pointing";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { Canvas } from "./canvas";
import { loadShown } from "./shown-later";
// Import lazily loaded modules up front, so that no test waits for them on a busy machine.
import "@/components/draw/blocks/blocks";
import "./surface-menu";
import "./surface-picker";

await loadShown();

const aSurface = (id: string, title: string, rest: Partial<Surface> = {}): Surface => ({
  ...{ id, messageId: "m", toolCallId: id, call: { messageId: "m", toolCallId: id }, step: 1, title },
  ...{ state: "open", isAsked: false, kind: "text", versions: [], component: undefined, answer: undefined },
  ...{ because: undefined, at: undefined, answeredAt: undefined },
  input: { blocks: [{ type: "markdown", content: `About ${title}` }] },
  ...rest,
});
const THREE = [aSurface("1", "Bread"), aSurface("2", "Cake"), aSurface("3", "Tea")];

let width = 1_400;
const onPin = vi.fn();

type Drawn = { surfaces?: Surface[]; away?: string[]; pinned?: string };

function Page({ surfaces = THREE, away = [], pinned }: Drawn) {
  const [front, setFront] = useState(surfaces.findLast(({ id }) => !away.includes(id))?.id);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set(away));
  const registry = useRegistry();
  const isPointing = usePointing();
  const desk: Desk = {
    ...{ ...EMPTY_DESK, conversationId: "c", surfaces, closed, front },
    show: (id) => {
      setClosed(new Set([...closed].filter((one) => one !== id)));
      setFront(id);
    },
    close: ({ id }) => {
      setClosed(new Set([...closed, id]));
      setFront(surfaces.findLast((one) => one.id !== id && !closed.has(one.id))?.id);
    },
  };
  return (
    <DeskContext value={desk}>
      <button type="button" onClick={() => registry.press("closeSheet")}>
        Close by keys
      </button>
      <output>{isPointing ? "points" : ""}</output>
      <Canvas conversationId="c" front={front} onBring={setFront} onPin={onPin} pinned={pinned} />
    </DeskContext>
  );
}

const draw = (drawn: Drawn = {}) =>
  drawPage(
    <CommandsProvider>
      <Page {...drawn} />
    </CommandsProvider>,
    {
      server: new FakeServer().on("GET /api/sheets/c/state", () => ({ entries: {}, version: 1 })),
      path: "/chat/c",
    },
  );
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const surfaces = () => screen.queryAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
const tabs = () => within(screen.getByRole("navigation", { name: "Sheets" })).getAllByRole("button");
const surface = (name: string) => screen.getByRole("region", { name });
const choose = async (name: string, item: string) => {
  fireEvent.click(within(surface(name)).getByRole("button", { name: `More for “${name}”` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};

beforeEach(() => {
  width = 1_400;
  onPin.mockReset();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => width);
});

describe("canvas", () => {
  it("has a tab for each surface, and shows the newest two if it is wide", () => {
    draw();
    expect(tabs().map(({ textContent }) => textContent)).toEqual(["Bread", "Cake", "Tea"]);
    expect(screen.getByRole("button", { current: true }).textContent).toBe("Tea");
    expect(surfaces()).toEqual(["Cake", "Tea"]);
    fireEvent.click(tabs()[0] as HTMLElement);
    expect(surfaces()).toEqual(["Bread"]);
  });

  it("shows one surface if it is narrow, and the header of another, which a click activates", () => {
    width = 400;
    draw();
    expect(surfaces()).toEqual(["Tea"]);
    press(/^Cake.*bring to front$/);
    expect(surfaces()).toEqual(["Cake"]);
  });

  it("says that it is empty, and how to reopen closed surfaces", async () => {
    draw({ surfaces: [] }).unmount();
    draw({ away: ["1", "2", "3"] });
    screen.getByText("Tables, charts and forms appear here.");
    press("Show 3 closed sheets");
    const list = await screen.findByRole("dialog", { name: "All sheets" });
    expect(
      within(list)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["Teaclosed, open again", "Cakeclosed, open again", "Breadclosed, open again"]);
    fireEvent.click(within(list).getByRole("option", { name: /^Bread/ }));
    expect(surfaces()).toEqual(["Bread"]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("announces waiting and pinned surfaces to screen readers", () => {
    draw({ surfaces: [THREE[0] as Surface, aSurface("2", "Cake", { state: "waiting" })], pinned: "1" });
    expect(tabs().map(({ textContent }) => textContent)).toEqual(["Bread, pinned", "Cake, waiting for you"]);
  });

  it("has one tab for surfaces of the same name, and a list of all surfaces", async () => {
    draw({ surfaces: [aSurface("1", "Bread"), aSurface("2", "Bread"), aSurface("3", "Tea")] });
    expect(tabs().map(({ textContent }) => textContent)).toEqual(["Bread", "Tea"]);
    press("All sheets (3)");
    const list = await screen.findByRole("dialog", { name: "All sheets" });
    const search = within(list).getByRole("combobox");
    fireEvent.change(search, { target: { value: "coffee" } });
    await within(list).findByText("No sheet found.");
    fireEvent.change(search, { target: { value: "tea" } });
    await waitFor(() => expect(within(list).getAllByRole("option")).toHaveLength(1));
  });
});

describe("surface on the canvas", () => {
  it("closes by button and shortcut unless it waits", () => {
    draw({ surfaces: [...THREE.slice(0, 2), aSurface("3", "Tea", { state: "waiting", isAsked: true })] });
    press("Close by keys");
    expect(within(surface("Tea")).queryByRole("button", { name: "Close this sheet" })).toBeNull();
    fireEvent.click(tabs()[1] as HTMLElement);
    press("Close by keys");
    expect(tabs().map(({ textContent }) => textContent)).toEqual(["Bread", "Tea, waiting for you"]);
    fireEvent.click(tabs()[0] as HTMLElement);
    press("Close this sheet");
    expect(surfaces()).toEqual(["Tea"]);
  });

  it("cannot be closed while pinned", () => {
    draw({ pinned: "3" });
    press("Close by keys");
    expect(tabs()).toHaveLength(3);
    fireEvent.click(within(surface("Tea")).getByRole("button", { name: "Unpin" }));
    expect(onPin).toHaveBeenCalledExactlyOnceWith("3");
  });

  it("is shown beside another surface until the user puts it back", async () => {
    draw();
    await choose("Tea", "Show beside…");
    const list = await screen.findByRole("dialog", { name: "Show beside" });
    fireEvent.click(within(list).getByRole("option", { name: /^Bread/ }));
    expect(surfaces()).toEqual(["Bread", "Tea"]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(within(surface("Bread")).getByRole("button", { name: "Put it back" }));
    expect(surfaces()).toEqual(["Cake", "Tea"]);
  });

  it("fills the screen and makes the rest inert until Escape", async () => {
    draw();
    await choose("Tea", "Full screen");
    const full = screen.getByRole("dialog", { name: "Tea" });
    expect(full.ariaModal ?? full.getAttribute("aria-modal")).toBe("true");
    expect(
      screen.getByRole("navigation", { name: "Sheets", hidden: true }).closest("[inert]"),
    ).not.toBeNull();
    fireEvent.keyDown(full, { key: "Escape" });
    expect(surface("Tea")).toBe(full);
    expect(document.querySelector("[inert]")).toBeNull();
  });
});
