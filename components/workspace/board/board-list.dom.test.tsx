import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision } from "@/components/client/testing/samples";
import { BoardPage } from "./board-page";
import { choose, expectNotice, field, press, soon } from "./testing/acts";

const HOME = "11111111-1111-4111-8111-111111111111";
const BOARD = `/api/boards/${HOME}`;
const aVersion = (version: number, rest: object = {}) =>
  aRevision(version, { kind: "board", name: HOME, ...rest });

function draw(boards?: () => unknown) {
  let entries = [{ id: HOME, name: "Home", version: 3, tiles: 0 }];
  const sent: unknown[] = [];
  const server = new FakeServer()
    .on("GET /api/boards", boards ?? (() => ({ boards: entries })))
    .on(`GET ${BOARD}`, () => ({ board: { id: HOME, name: "Home", version: 3, tiles: [] } }))
    .on(`PATCH ${BOARD}`, ({ body }) => {
      sent.push(body);
      entries = entries.map((one) => ({ ...one, ...(body as { name: string }) }));
      return { id: HOME, version: 4 };
    })
    .on(`DELETE ${BOARD}`, () => {
      entries = [];
      return {};
    });
  return { ...drawPage(<BoardPage />, { server, path: "/board" }), sent };
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

describe("new board", () => {
  it("gets the first free name, is created once, and opens", async () => {
    const { server, router } = draw();
    await screen.findByRole("heading", { name: "Home" });
    const making = gate<object>();
    const names: unknown[] = [];
    server.on("POST /api/boards", ({ body }) => {
      names.push(body);
      return making.wait;
    });
    await press("New board");
    await soon(() =>
      expect(screen.getByRole("button", { name: "New board" })).toHaveProperty("disabled", true),
    );
    await press("New board");
    making.open({ id: "new", version: 1 });
    await soon(() => expect(router.push).toHaveBeenCalledExactlyOnceWith("/board/new"));
    expect(names).toEqual([{ name: "Board" }]);
  });

  it("gets a free name even if the list of boards is not loaded", async () => {
    const listing = gate<object>();
    const { server } = draw(() => listing.wait);
    const names: unknown[] = [];
    server.on("POST /api/boards", ({ body }) => {
      names.push(body);
      return { id: "new", version: 1 };
    });
    await press("New board");
    listing.open({ boards: [{ id: HOME, name: "board", version: 3, tiles: 1 }] });
    await soon(() => expect(names).toEqual([{ name: "Board 2" }]));
  });

  it("shows an error when creating it fails", async () => {
    const { server, router } = draw();
    server.on("POST /api/boards", () => refusal(409, "There are 100 boards already."));
    await press("New board");
    await expectNotice("Board not created. There are 100 boards already.");
    expect(router.push).not.toHaveBeenCalled();
  });
});

describe("name of a board", () => {
  it("is changed with one request on Enter, and is not changed on Escape", async () => {
    const { server, sent } = draw();
    await choose("Home", "Rename");
    const first = await field("Name of the board");
    fireEvent.change(first, { target: { value: "Other" } });
    fireEvent.keyDown(first, { key: "Escape" });
    expect(heading()).toBe("Home");
    await choose("Home", "Rename");
    const second = await field("Name of the board");
    fireEvent.change(second, { target: { value: " Kitchen " } });
    fireEvent.keyDown(second, { key: "Enter" });
    await soon(() => expect(heading()).toBe("Kitchen"));
    await soon(() => expect(sent).toEqual([{ name: "Kitchen" }]));
    expect(server.count(`PATCH ${BOARD}`)).toBe(1);
  });

  it("reverts when the server refuses it", async () => {
    const { server } = draw();
    server.on(`PATCH ${BOARD}`, () => refusal(409, "There is a board called “Shop” already."));
    await choose("Home", "Rename");
    fireEvent.change(await field("Name of the board"), { target: { value: "Shop" } });
    fireEvent.blur(await field("Name of the board"));
    await expectNotice("“Home” not renamed. There is a board called “Shop” already.");
    await soon(() => expect(heading()).toBe("Home"));
  });
});

describe("deleted board", () => {
  it("is restored by Undo in the notification of its deletion", async () => {
    const { server, router } = draw();
    await choose("Home", "Delete the board");
    await expectNotice("Deleted “Home”");
    expect(router.push).toHaveBeenLastCalledWith("/board");
    await screen.findByText(/^Boards show sheets/);
    server.on("GET /api/history", () => ({ revisions: [aVersion(4, { deleted: true }), aVersion(3)] }));
    const restore = `POST /api/history/${aVersion(3).id}/restore`;
    server.on(restore, () => ({ ...aVersion(5), content: null }));
    pressNotice("Undo");
    await soon(() => expect(router.push).toHaveBeenLastCalledWith(`/board/${HOME}`));
    expect(server.count(restore)).toBe(1);
  });

  it("shows errors when deleting or restoring fails", async () => {
    const { server, router } = draw();
    server.lose(`DELETE ${BOARD}`);
    await choose("Home", "Delete the board");
    await expectNotice(/^“Home” not deleted\. Easel cannot be reached/);
    expect(router.push).not.toHaveBeenCalled();
    server.on(`DELETE ${BOARD}`, () => ({}));
    await choose("Home", "Delete the board");
    await expectNotice("Deleted “Home”");
    server.on("GET /api/history", () => ({ revisions: [] }));
    pressNotice("Undo");
    await expectNotice("“Home” not restored. No earlier version.");
  });
});

describe("boards that fail to load", () => {
  it("load again on retry", async () => {
    const { server } = draw(() => {
      throw new TypeError("Failed to fetch");
    });
    expect((await screen.findByRole("alert")).textContent).toMatch(/^Easel cannot be reached/);
    server.on("GET /api/boards", () => ({ boards: [{ id: HOME, name: "Home", version: 3, tiles: 1 }] }));
    server.on(`GET ${BOARD}`, () => refusal(500, "The board cannot be read."));
    await press("Try again");
    await screen.findByText("The board cannot be read.");
  });
});
