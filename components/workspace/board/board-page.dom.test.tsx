import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import type { BoardView, TileView } from "@/lib/shared/boards/contract";
import type { Placed } from "@/lib/shared/boards/layout";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import "./board-grid";
import { BoardPage } from "./board-page";

const HOME = "11111111-1111-4111-8111-111111111111";
const TALK = "22222222-2222-4222-8222-222222222222";
const LONG = "What was sold in all of the shops in every month of the year, and by whom ".repeat(2).trim();

const aTile = (id: string, title: string, place: Partial<Placed> = {}): TileView => ({
  ...{ id, x: 0, y: 0, w: 6, h: 4, ...place },
  pin: {
    ...{ key: `${TALK}/m/${id}`, from: { id: TALK, title: "Sales" }, asks: [] },
    surface: { ...SURFACE, id: `m/${id}`, messageId: "m", toolCallId: id, title },
  },
});
const SURFACE: Surface = {
  ...{
    id: "",
    messageId: "",
    toolCallId: "",
    call: { messageId: "", toolCallId: "" },
    versions: [],
    step: 1,
  },
  ...{ state: "open", isAsked: false, title: "", kind: "text", component: undefined, answer: undefined },
  ...{ because: undefined, at: undefined, answeredAt: undefined },
  input: { blocks: [{ type: "markdown", content: "Rye leads" }] },
};
const board: BoardView = {
  ...{ id: HOME, name: "Home", version: 3 },
  tiles: [aTile("a", "Bread"), aTile("b", LONG, { x: 6 }), aTile("c", "Cake", { y: 4 })],
};
const entry = (name = "Home", id = HOME) => ({ id, name, version: 3, tiles: 3 });

function draw({ shown = board, boards = [entry()], path = "/board" } = {}) {
  let now = shown;
  const server = new FakeServer()
    .on("GET /api/boards", () => ({ boards }))
    .on(`GET /api/boards/${HOME}`, () => ({ board: now }))
    .on(`PATCH /api/boards/${HOME}`, ({ body }) => {
      const { places = [] } = body as { places?: Placed[] };
      const tiles = now.tiles.map((tile) => ({ ...tile, ...places.find(({ id }) => id === tile.id) }));
      now = { ...now, tiles, version: now.version + 1 };
      return { id: HOME, version: now.version };
    })
    .on(`DELETE /api/boards/${HOME}/tiles/a`, () => {
      now = { ...now, tiles: now.tiles.filter(({ id }) => id !== "a"), version: now.version + 1 };
      return { id: HOME, version: now.version };
    });
  const page = drawPage(<BoardPage id={path.split("/")[2]} />, { server, path });
  return { ...page, change: (next: BoardView) => (now = next) };
}

beforeEach(() => {
  // happy-dom has no layout, so give the grid a width.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_000);
});
const grip = (title: string) => screen.findByRole("button", { name: `Move “${title}”` });
const placeOf = async (title: string) => {
  const { transform, width, height } =
    (await grip(title)).closest<HTMLElement>(".react-grid-item")?.style ?? {};
  return `${transform} ${width} ${height}`;
};

describe("board", () => {
  it("renders its tiles as regions labelled with their full titles", async () => {
    draw();
    expect(await screen.findByRole("region", { name: "Bread" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: LONG }).title).toBe(LONG);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Home");
  });

  it("moves and resizes tiles by keyboard and announces the new place", async () => {
    const { server } = draw();
    const before = await placeOf("Bread");
    fireEvent.keyDown(await grip("Bread"), { key: "ArrowRight", shiftKey: true });
    await waitFor(() =>
      expect(screen.getByText("“Bread”: column 1, row 1, 7 wide, 4 high. 1 of 3.")).toBeTruthy(),
    );
    expect(await placeOf("Bread")).not.toBe(before);
    fireEvent.keyDown(await grip("Cake"), { key: "ArrowUp" });
    await waitFor(() => expect(screen.getByText(/^“Cake”: column 1, row 1/)).toBeTruthy());
    await waitFor(() => expect(server.count(`PATCH /api/boards/${HOME}`)).toBe(2));
    fireEvent.keyDown(await grip("Cake"), { key: "Enter" });
    expect(server.count(`PATCH /api/boards/${HOME}`)).toBe(2);
  });

  it("keeps the reading order of its tiles, and does not reload their iframes when they move", async () => {
    const { insertBefore } = Node.prototype;
    const moveBefore = vi.fn(function (this: Node, node: Node, before: Node | null) {
      insertBefore.call(this, node, before);
    });
    Object.assign(Element.prototype, { moveBefore });
    try {
      draw();
      const titles = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
      await grip("Cake");
      expect(titles()).toEqual(["Bread", LONG, "Cake"]);
      const byReact = vi.spyOn(Node.prototype, "insertBefore");
      fireEvent.keyDown(await grip("Cake"), { key: "ArrowUp" });
      await waitFor(() => expect(titles()).toEqual(["Cake", LONG, "Bread"]));
      fireEvent.keyDown(await grip("Cake"), { key: "ArrowDown" });
      await waitFor(() => expect(titles()).toEqual(["Bread", LONG, "Cake"]));
      const hasTile = (node: unknown) => node instanceof HTMLElement && node.dataset.tile !== undefined;
      expect(byReact.mock.calls.filter(([node]) => hasTile(node))).toEqual([]);
      expect(moveBefore).toHaveBeenCalled();
      byReact.mockRestore();
    } finally {
      Reflect.deleteProperty(Element.prototype, "moveBefore");
    }
  });

  it("reverts a move that the server refuses", async () => {
    const { server } = draw();
    const before = await placeOf("Bread");
    server.on(`PATCH /api/boards/${HOME}`, () => refusal(500, "The disk is full."));
    fireEvent.keyDown(await grip("Bread"), { key: "ArrowRight", shiftKey: true });
    await waitFor(() => expect(notices()).toContain("Not moved. The disk is full."));
    await waitFor(async () => expect(await placeOf("Bread")).toBe(before));
  });

  it("shows changes of the board and its surfaces that were made elsewhere", async () => {
    const { tell, change, server } = draw();
    await grip("Bread");
    change({ ...board, version: 4, tiles: [aTile("d", "Tea")] });
    tell(`history board ${HOME}`);
    await grip("Tea");
    const count = () => server.count(`GET /api/boards/${HOME}`);
    const read = count();
    tell(TALK);
    await waitFor(() => expect(count()).toBe(read + 1));
    tell("33333333-3333-4333-8333-333333333333");
    tell("history tool x");
    tell(TALK);
    await waitFor(() => expect(count()).toBe(read + 2));
  });

  it("restores a tile that the user removed", async () => {
    const { server } = draw();
    fireEvent.click(await screen.findByRole("button", { name: "More for “Bread”" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Take off the board" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Bread" })).toBeNull());
    const revision = { kind: "board", name: HOME, author: "person", cause: null, failure: null, live: true };
    const rest = { ...revision, deleted: false, origins: [], createdAt: "2026-11-01T00:00:00.000Z" };
    server.on("GET /api/history", () => ({
      revisions: [4, 3].map((version) => ({ ...rest, id: `v${version}`, version })),
    }));
    server.on("POST /api/history/v3/restore", () => ({
      revision: { ...rest, id: "v5", version: 5, content: null },
    }));
    await pressNotice("Undo");
    await waitFor(() => expect(server.count("POST /api/history/v3/restore")).toBe(1));
  });

  it("restores a removed tile without reverting later changes", async () => {
    const { server, change, tell } = draw();
    fireEvent.click(await screen.findByRole("button", { name: "More for “Bread”" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Take off the board" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Bread" })).toBeNull());
    change({ ...board, version: 5, tiles: [aTile("d", "Tea")] });
    tell(`history board ${HOME}`);
    await grip("Tea");
    const placed = { id: "a", x: 0, y: 0, w: 6, h: 4, source: { conversation: TALK, sheet: "m/a" } };
    const rest = { kind: "board", name: HOME, author: "person", cause: null, failure: null, live: false };
    const version = {
      ...rest,
      deleted: false,
      origins: [],
      createdAt: "2026-11-01T00:00:00.000Z",
      version: 3,
    };
    server.on("GET /api/history", () => ({ revisions: [{ ...version, id: "v3" }] }));
    const content = { name: "Home", tiles: [placed] };
    server.on("GET /api/history/v3", () => ({ ...version, id: "v3", content }));
    const sent: unknown[] = [];
    server.on(`POST /api/boards/${HOME}/tiles`, ({ body }) => {
      sent.push(body);
      return { id: HOME, version: 6, tile: "a" };
    });
    await pressNotice("Undo");
    await waitFor(() =>
      expect(sent).toEqual([{ id: "a", x: 0, y: 0, w: 6, h: 4, sheet: { conversation: TALK, id: "m/a" } }]),
    );
    expect(server.count("POST /api/history/v3/restore")).toBe(0);
  });

  it("has one column on a phone, with estimated heights before tiles render", async () => {
    const query = { matches: true, media: "", onchange: null, addListener() {}, removeListener() {} };
    vi.spyOn(window, "matchMedia").mockReturnValue(Object.assign(new EventTarget(), query));
    const cake = aTile("c", "Cake", { y: 4, h: 8 });
    const pin = { ...cake.pin, surface: { ...SURFACE, ...cake.pin.surface, input: { code: "…" } } };
    draw({ shown: { ...board, tiles: [aTile("a", "Bread"), { ...cake, pin }] } });
    const heightOf = async (name: string) =>
      (await screen.findByRole("region", { name })).querySelector<HTMLElement>("header + div")?.style
        .minHeight;
    expect(await heightOf("Bread")).toContain("56px");
    expect(await heightOf("Cake")).toContain("378px");
    expect(screen.queryByRole("button", { name: "Move “Bread”" })).toBeNull();
  });

  it("shows a hint if there is no board and on an empty board", async () => {
    draw({ boards: [] }).unmount();
    draw({ boards: [] });
    await screen.findByText(/^Boards show sheets/);
    draw({ shown: { ...board, tiles: [] } });
    await screen.findByText(/^Empty\. Choose/);
  });

  it("links to other boards and says if a board is gone", async () => {
    draw({ boards: [entry(), entry("Shop", TALK)] });
    const boards = await screen.findByRole("navigation", { name: "Boards" });
    expect(within(boards).getByRole("link", { current: "page" }).textContent).toBe("Home");
    expect(within(boards).getByRole("link", { name: "Shop" }).getAttribute("href")).toBe(`/board/${TALK}`);
    draw({ path: "/board/44444444-4444-4444-8444-444444444444" });
    await screen.findByText(/This board no longer exists/);
  });
});
