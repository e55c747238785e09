import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision } from "@/components/client/testing/samples";
import { scrollToEnd } from "@/components/client/testing/setup";
import { CommandsProvider, useRegistry } from "@/components/ui/kit/commands";
import type { BoardView, TileView } from "@/lib/shared/boards/contract";
import "./board-grid";
import { BoardPage } from "./board-page";
import { choose, expectNotice, field, press, soon } from "./testing/acts";

const HOME = "11111111-1111-4111-8111-111111111111";
const BOARD = `/api/boards/${HOME}`;

/** A tile whose surface is gone, so that nothing needs to render in it. */
const aTile = (id: string, title?: string): TileView => ({
  ...{ id, x: 0, y: 0, w: 6, h: 4, ...(title !== undefined && { title }) },
  pin: { key: id, from: null, asks: [], surface: null },
});
const aVersion = (version: number) => aRevision(version, { kind: "board", name: HOME });

function draw(tiles = [aTile("a", "Bread")]) {
  let board: BoardView = { id: HOME, name: "Home", version: 3, tiles };
  const sent: unknown[] = [];
  const server = new FakeServer()
    .on("GET /api/boards", () => ({ boards: [{ id: HOME, name: "Home", version: 3, tiles: tiles.length }] }))
    .on(`GET ${BOARD}`, () => ({ board }))
    .on(`PATCH ${BOARD}/tiles/a`, ({ body }) => {
      sent.push(body);
      return { id: HOME, version: 4 };
    });
  const page = drawPage(
    <CommandsProvider>
      <BoardPage />
      <Undo />
    </CommandsProvider>,
    { server, path: "/board" },
  );
  return { ...page, sent, becomes: (version: number) => (board = { ...board, version }) };
}

function Undo() {
  const registry = useRegistry();
  return (
    <button type="button" onClick={() => registry.press("undo")}>
      Undo by keys
    </button>
  );
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_000);
});

describe("tile", () => {
  it("says that its surface is gone, and can still be renamed", async () => {
    const { sent } = draw();
    const tile = await screen.findByRole("region", { name: "Bread" });
    scrollToEnd();
    await within(tile).findByText(/^Deleted, or its conversation/);
    await choose("Bread", "Rename");
    fireEvent.change(await field("Title of the tile"), { target: { value: "Rye" } });
    fireEvent.keyDown(await field("Title of the tile"), { key: "Enter" });
    await soon(() => expect(sent).toEqual([{ title: "Rye" }]));
  });

  it("has a default name if the surface's title is unknown", async () => {
    draw([aTile("a")]);
    await screen.findByRole("region", { name: "A deleted sheet" });
  });

  it("keeps its title and place when the server refuses the change", async () => {
    const { server } = draw();
    server.on(`PATCH ${BOARD}/tiles/a`, () => refusal(404, "That tile is gone."));
    await choose("Bread", "Rename");
    fireEvent.change(await field("Title of the tile"), { target: { value: "Rye" } });
    fireEvent.keyDown(await field("Title of the tile"), { key: "Enter" });
    await expectNotice("Title not changed. That tile is gone.");
    screen.getByRole("region", { name: "Bread" });
  });

  it("changes at once while Easel is unreachable, and sends the changes in order later", async () => {
    const { server } = draw([aTile("a", "Bread"), { ...aTile("b", "Tea"), x: 6 }]);
    server.lose(`PATCH ${BOARD}/tiles/a`);
    await choose("Bread", "Rename");
    fireEvent.change(await field("Title of the tile"), { target: { value: "Rye" } });
    fireEvent.keyDown(await field("Title of the tile"), { key: "Enter" });
    await screen.findByRole("region", { name: "Rye" });
    await choose("Tea", "Take off the board");
    await soon(() => expect(screen.queryByRole("region", { name: "Tea" })).toBeNull());
    expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
    const sent: string[] = [];
    server
      .on(`PATCH ${BOARD}/tiles/a`, () => {
        sent.push("title");
        return { id: HOME, version: 4 };
      })
      // The other user has already removed the tile.
      .on(`DELETE ${BOARD}/tiles/b`, () => {
        sent.push("removal");
        return refusal(404, "There is no tile b on this board.");
      });
    await waitFor(() => expect(sent).toEqual(["title", "removal"]), { timeout: 5_000 });
    expect(notices()).toEqual([]);
  });
});

describe("undo on a board", () => {
  it("reverts the last change by shortcut, and then the change before it", async () => {
    const { server, becomes } = draw();
    await screen.findByRole("region", { name: "Bread" });
    server.on("GET /api/history", () => ({ revisions: [4, 3, 2, 1].map((one) => aVersion(one)) }));
    const restored: number[] = [];
    for (const version of [1, 2])
      server.on(`POST /api/history/${aVersion(version).id}/restore`, () => {
        restored.push(version);
        becomes(3 + restored.length);
        return { ...aVersion(3 + restored.length), content: null };
      });
    const read = () => server.count(`GET ${BOARD}`);
    for (const wanted of [[2], [2, 1]]) {
      const before = read();
      await press("Undo by keys");
      await soon(() => expect(restored).toEqual(wanted));
      await soon(() => expect(read()).toBeGreaterThan(before));
    }
  });

  it("reverts nothing if no earlier version is left or Easel is unreachable", async () => {
    const { server } = draw();
    await screen.findByRole("region", { name: "Bread" });
    server.on("GET /api/history", () => ({ revisions: [aVersion(3)] }));
    await press("Undo by keys");
    await expectNotice("Nothing to undo");
    server.lose("GET /api/history");
    await press("Undo by keys");
    await expectNotice(/^Not undone\. Easel cannot be reached/);
  });
});
