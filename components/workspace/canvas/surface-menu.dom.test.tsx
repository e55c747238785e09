import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aSurface } from "@/components/client/testing/samples";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { SurfaceMenu } from "./surface-menu";
import type { SurfacePlace } from "./surface-place";
import { TakeContext } from "./take";

const SURFACE = aSurface({ title: "Bread & rye" });

const take = {
  exportSurface: vi.fn(),
  printSurface: vi.fn(),
  shareSurface: vi.fn(),
  publish: vi.fn(),
};
const does = { onPin: vi.fn(), onFull: vi.fn(), onLeaveFull: vi.fn(), onAway: vi.fn(), onClose: vi.fn() };
const PLACE: SurfacePlace = {
  ...{ id: "m/1", key: "k", conversation: { id: "c", title: "Sales" }, isGuest: false, isPinned: false },
  ...{ isFull: false, isBeside: false, ...does },
};
type Drawn = { surface?: Partial<Surface>; place?: Partial<SurfacePlace>; server?: FakeServer };

function draw({ surface = {}, place = {}, server = new FakeServer() }: Drawn = {}) {
  return drawPage(
    <TakeContext value={take}>
      <SurfaceMenu
        trigger={<button type="button">More</button>}
        surface={{ ...SURFACE, ...surface }}
        place={{ ...PLACE, ...place }}
        onComment={vi.fn()}
      />
    </TakeContext>,
    { server, path: "/chat/c" },
  );
}
const item = (name: string) => screen.findByRole("menuitem", { name });
const choose = async (name: string) => fireEvent.click(await item(name));
const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
const boards = (...names: string[]) => ({
  boards: names.map((name) => ({ id: name.toLowerCase(), name, version: 1, tiles: 0 })),
});

beforeEach(() => {
  vi.clearAllMocks();
});

describe("menu of a surface", () => {
  it("has all actions for a surface of the open conversation", async () => {
    draw({ server: new FakeServer().on("GET /api/boards", () => boards("Home")) });
    await item("Put on “Home”");
    expect(items()).toEqual([
      ...["Pin", "Full screen", "Comment", "Close", "Put on “Home”", "Put on a new board"],
      ...["Export as HTML", "Print", "Share…", "Publish…"],
    ]);
  });

  it("offers to undo actions that the user has already taken, such as unpinning a pinned surface", () => {
    draw({
      place: {
        isPinned: true,
        isFull: true,
        isBeside: true,
        onBeside: vi.fn<() => void>(),
        onClose: undefined,
      },
    });
    const offered = items();
    for (const name of ["Unpin", "Leave full screen", "Put it back"]) expect(offered).toContain(name);
    for (const name of ["Pin", "Full screen", "Close", "Show beside…"]) expect(offered).not.toContain(name);
  });

  it("omits actions that are impossible for a browser, an app or a library component", () => {
    const offered = (drawn: Drawn) => {
      const { unmount } = draw(drawn);
      const all = items();
      unmount();
      return all;
    };
    const browser = ["Pin", "Full screen", "Close", "Copy link"];
    expect(offered({ surface: { kind: "browser" } })).toEqual(browser);
    expect(offered({ place: { conversation: null } })).toEqual(["Pin", "Full screen", "Comment", "Close"]);
    const app = offered({ surface: { kind: "app" } });
    expect(app).toContain("Print");
    expect(app).toContain("Copy link");
    expect(app).not.toContain("Share…");
  });

  it("disables exports while the surface is being written", async () => {
    draw({ surface: { state: "writing" } });
    for (const name of ["Export as HTML", "Print", "Share…"]) {
      expect((await item(name)).ariaDisabled ?? (await item(name)).getAttribute("aria-disabled")).toBe(
        "true",
      );
      await choose(name);
    }
    expect(items()).not.toContain("Put on a new board");
    expect([take.exportSurface, take.printSurface].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it("says that the canvas is too narrow for a second surface", async () => {
    draw({ place: { onBeside: "narrow" } });
    const beside = await item("Show beside (too narrow)");
    expect(beside.getAttribute("aria-disabled")).toBe("true");
  });
});

describe("link to a surface", () => {
  const writeText = vi.fn<(text: string) => Promise<void>>();
  beforeEach(() => {
    writeText.mockReset().mockResolvedValue();
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue({ writeText } as never);
  });

  it("is copied, and the menu shows whether that worked", async () => {
    draw({ surface: { kind: "browser" } });
    await choose("Copy link");
    await item("Link copied");
    const [[link = ""] = []] = writeText.mock.calls;
    expect(new URL(link).pathname).toBe("/chat/c");
    expect(new URL(link).hash).not.toBe("");
  });

  it("shows an error when the browser forbids copying", async () => {
    writeText.mockRejectedValue(new Error("Not allowed"));
    draw({ surface: { kind: "browser" } });
    await choose("Copy link");
    await item("Not copied");
  });
});

describe("putting a surface on a board", () => {
  const tile = { sheet: { conversation: "c", id: "m/1" } };

  it("adds it to the chosen board and links there", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer()
      .on("GET /api/boards", () => boards("Home", "Shop"))
      .on("POST /api/boards/shop/tiles", ({ body }) => {
        sent.push(body);
        return { id: "shop", version: 2 };
      });
    const { router } = draw({ server });
    await choose("Put on “Shop”");
    await waitFor(() => expect(notices()).toEqual(["Added “Bread & rye” to “Shop”"]));
    expect(sent).toEqual([tile]);
    pressNotice("Show");
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/board/shop");
  });

  it("adds it to a new board with a free name, even if the boards are not loaded", async () => {
    const listing = gate<object>();
    const sent: unknown[] = [];
    const keep =
      (answer: object) =>
      ({ body }: { body: unknown }) => {
        sent.push(body);
        return answer;
      };
    const server = new FakeServer()
      .on("GET /api/boards", () => listing.wait)
      .on("POST /api/boards", keep({ id: "new", version: 1 }))
      .on("POST /api/boards/new/tiles", keep({ id: "new", version: 2 }));
    draw({ server });
    await choose("Put on a new board");
    listing.open(boards("Board", "board 2"));
    await waitFor(() => expect(notices()).toEqual(["Added “Bread & rye” to a new board"]));
    expect(sent).toEqual([{ name: "Board 3" }, tile]);
  });

  it("shows the server's reason when pinning to a board fails", async () => {
    const server = new FakeServer()
      .on("GET /api/boards", () => boards("Home"))
      .on("POST /api/boards/home/tiles", () => refusal(409, "It is already there."));
    const { unmount } = draw({ server });
    await choose("Put on “Home”");
    await waitFor(() => expect(notices()).toEqual(["“Bread & rye” not added. It is already there."]));
    unmount();
    draw({ server: new FakeServer().lose("GET /api/boards").lose("POST /api/boards") });
    await choose("Put on a new board");
    await waitFor(() =>
      expect(notices()).toContain("“Bread & rye” not added. Easel cannot be reached. Is it running?"),
    );
  });
});
