import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { AgentsContext } from "@/components/client/shell/layout-context";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { filesTaken } from "@/components/client/testing/files-taken";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import { scrollToEnd } from "@/components/client/testing/setup";
import type { ComponentFrameProps } from "@/components/draw/frame/props";
import { ComponentDeletion } from "@/components/workspace/library/deletion";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import type { GalleryContent, GalleryItem } from "@/lib/shared/gallery/items";
import { FrameSlots } from "./frame-slots";
import { GalleryPage } from "./gallery-page";

vi.mock("@/components/draw/frame/later", () => ({
  ComponentFrame: ({ bundle, props, isForeign, onError }: ComponentFrameProps) => (
    <figure aria-label={String(bundle)} data-foreign={isForeign}>
      {JSON.stringify(props)}
      <button type="button" onClick={() => onError?.({ phase: "draw", message: "x is undefined" })}>
        Break
      </button>
    </figure>
  ),
}));

const ME = "00000000-0000-4000-8000-00000000000a";
const OTHER = "00000000-0000-4000-8000-00000000000b";
const agent = (id: string, name: string, rest: Partial<AgentView> = {}): AgentView => ({
  ...{ id, name, description: "", mark: "", model: null, starters: [], createdAt: NOW, archivedAt: null },
  ...rest,
});
const MINE = agent(ME, "Mine");

const DRAWN = { bundle: "hash", props: { rows: 2 } };
const CONTENTS = {
  component: { kind: "component", ...DRAWN, version: 2, origins: [] },
  inline: {
    kind: "inline",
    ...DRAWN,
    bundle: "sketch",
    conversation: { id: "c1", title: "A talk" },
    sheet: "m1/t1",
  },
  board: { kind: "board", isShared: false, count: 2, tiles: [{ x: 0, y: 0, w: 6, h: 4, title: "Weather" }] },
  app: {
    ...{ kind: "app", ...DRAWN, bundle: "app", slug: "shop", audience: "public", isOpen: true },
    owned: { url: "https://easel.test/p/shop", visitors: 12 },
  },
  export: {
    ...{ kind: "export", size: 12_000, drawn: DRAWN, newest: { ...DRAWN, bundle: "new" } },
    of: { kind: "component", form: "element", name: "Tally", version: 2 },
    source: { title: "Tally", version: 3 },
  },
} satisfies Record<string, GalleryContent>;

const item = (title: string, content: GalleryContent, rest: Partial<GalleryItem> = {}): GalleryItem => ({
  ...{ agent: ME, id: title, title, description: `Shows ${title}`, usedAt: ago(5), content },
  ...rest,
});
const ALL = [
  item("Tally", CONTENTS.component),
  item("Sketch", CONTENTS.inline, { id: "c1/m1/t1" }),
  item("Kitchen", CONTENTS.board, { id: "b1" }),
  item("Shop", CONTENTS.app, { id: "a1" }),
];

type Drawn = {
  items?: GalleryItem[];
  nextCursor?: string;
  agents?: AgentView[];
  server?: FakeServer;
  path?: string;
};
function draw({
  items = ALL,
  nextCursor,
  agents = [MINE],
  server = new FakeServer(),
  path = "/gallery",
}: Drawn = {}) {
  server.on("GET /api/gallery", () => ({ items, nextCursor }));
  const deleted = [{ name: "Old map", description: "Shows places", version: 3, deletedAt: ago(5) }];
  const query = new URL(path, "http://x").searchParams;
  return drawPage(
    <AgentsContext value={{ agents, current: ME, first: ME }}>
      <ComponentDeletion>
        <GalleryPage
          {...{ initial: { items, ...(nextCursor && { nextCursor }) }, deleted, now: NOW }}
          q={query.get("q") ?? ""}
          kind={undefined}
        />
      </ComponentDeletion>
    </AgentsContext>,
    { server, path },
  );
}

const names = () =>
  within(screen.getByRole("list", { name: "Gallery" })).queryAllByRole("heading", { level: 2 });
const cardOf = (title: string) => {
  const found = names()
    .find(({ textContent }) => textContent?.includes(title))
    ?.closest("li");
  if (!found) throw new Error(`No card ${title}`);
  return within(found);
};
const hrefOf = (title: string) =>
  cardOf(title)
    .getByRole("link", { name: new RegExp(`^${title}`) })
    .getAttribute("href");

describe("the gallery", () => {
  it("links each item to its page and names its kind", () => {
    draw();
    expect(["Tally", "Sketch", "Kitchen", "Shop"].map(hrefOf)).toEqual([
      "/agent/components/Tally",
      "/chat/c1#s-m1/t1",
      "/board/b1",
      "https://easel.test/p/shop",
    ]);
    cardOf("Tally").getByText("Shows Tally");
    cardOf("Sketch").getByText("A talk");
    cardOf("Kitchen").getByText("2 tiles");
    cardOf("Shop").getByText("/p/shop · Everyone · 12 visitors");
    expect(cardOf("Shop").getByRole("link", { name: "Manage" }).getAttribute("href")).toBe(
      "/settings/general#apps",
    );
  });

  it("downloads an export, names its version and a newer one, exports it again, and deletes it with undo", async () => {
    const server = new FakeServer()
      .on("GET /api/components/Tally/element", () => new Response("code"))
      .on("POST /api/files", () => ({ files: [] }))
      .on("DELETE /api/files/f1", () => ({}))
      .on("POST /api/files/f1/restore", () => ({}));
    const taken = filesTaken();
    draw({ items: [item("tally.js", CONTENTS.export, { id: "f1" })], server });
    expect(hrefOf("tally.js")).toBe(`/api/files/f1?agent=${ME}&download`);
    cardOf("tally.js").getByText("v2");
    cardOf("tally.js").getByText("Custom element of a component · 12 KB · version 3 is newer");
    expect(cardOf("tally.js").queryByRole("button", { name: /^Remix/ })).toBeNull();
    const choose = async (name: string) => {
      const button = screen.getByRole("button", { name: "Actions for “tally.js”" });
      // The first press loads the menu; then the menu has its own trigger.
      fireEvent.pointerDown(button, { button: 0 });
      fireEvent.click(button);
      fireEvent.click(await screen.findByRole("menuitem", { name }));
    };
    await choose("Export again");
    await waitFor(() => expect(server.count("POST /api/files")).toBe(1));
    expect(taken.map(({ name }) => name)).toEqual(["tally.js"]);
    const asked = server.asked.find((one) => one.startsWith("POST /api/files?")) ?? "";
    expect(JSON.parse(new URL(asked.slice(5), "http://x").searchParams.get("exportOf") ?? "")).toEqual({
      ...{ kind: "component", form: "element", name: "Tally", version: 3 },
    });
    await choose("Delete");
    await waitFor(() => expect(notices()).toContain("Deleted “tally.js”"));
    expect(server.count(`DELETE /api/files/f1`)).toBe(1);
  });

  it("opens a shared board on its own page", () => {
    draw({ items: [item("Kitchen", { ...CONTENTS.board, isShared: true }, { id: "b1", agent: OTHER })] });
    expect(hrefOf("Kitchen")).toBe(`/shared-board/${OTHER}/b1`);
    cardOf("Kitchen").getByText("2 tiles · shared with you");
    expect(cardOf("Kitchen").queryByRole("button", { name: /^Remix/ })).toBeNull();
  });

  it("names the agent if there are several, and links to pages of the other agent", () => {
    const agents = [MINE, agent(OTHER, "Theirs")];
    draw({ agents, items: [item("Tally", CONTENTS.component, { agent: OTHER })] });
    cardOf("Tally").getByText(/Theirs/);
    expect(hrefOf("Tally")).toBe(`/a/${OTHER}/agent/components/Tally`);
    scrollToEnd();
    expect(screen.getByRole("figure").dataset.foreign).toBe("true");
  });

  it("links no component to members who may only use its agent, and shows no link of an app to them", () => {
    const app = { ...CONTENTS.app, owned: null };
    const items = [item("Tally", CONTENTS.component), item("Shop", app)];
    draw({ agents: [agent(ME, "Mine", { right: "use" })], items });
    expect(cardOf("Tally").queryByRole("link")).toBeNull();
    expect(hrefOf("Shop")).toBe("/p/shop");
    expect(cardOf("Shop").queryByText(/visitors/)).toBeNull();
    expect(screen.queryByRole("button", { name: /^Remix/ })).toBeNull();
  });

  it("searches and filters without another page, and keeps both in the address", async () => {
    const { server, router } = draw();
    const asked = () => server.asked.filter((one) => one.startsWith("GET /api/gallery")).at(-1);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: " map & more " } });
    await waitFor(() => expect(asked()).toBe("GET /api/gallery?q=map+%26+more"));
    fireEvent.click(screen.getByRole("radio", { name: "Boards" }));
    await waitFor(() => expect(asked()).toBe("GET /api/gallery?q=map+%26+more&kind=board"));
    expect(location.search).toBe("?q=map+%26+more&kind=board");
    expect(router.replace).not.toHaveBeenCalled();
  });

  it("starts with the filter of the address", async () => {
    const { server } = draw({ path: "/gallery?q=tal&kind=component" });
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("tal");
    await waitFor(() => expect(server.asked).toContain("GET /api/gallery?q=tal&kind=component"));
    expect(await screen.findByText("4 found")).toBeTruthy();
  });

  it("lists deleted components after the others", () => {
    draw({ path: "/gallery?kind=component" });
    screen.getByRole("button", { name: "Restore Old map, version 3" });
    fireEvent.click(screen.getByRole("radio", { name: "Apps" }));
    expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
  });

  it("explains how to make the first item", () => {
    draw({ items: [] });
    screen.getByText("Nothing made yet");
    screen.getByRole("link", { name: "Ask for one" });
  });

  it("moves the focus with the arrow keys", () => {
    draw();
    // Happy DOM has no layout: two columns.
    for (const [at, heading] of names().entries())
      Object.defineProperty(heading.closest("li"), "offsetTop", { value: Math.floor(at / 2) * 100 });
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    const focused = () => document.activeElement?.textContent;
    screen.getByRole("searchbox").focus();
    press("ArrowDown");
    expect(focused()).toBe("Tally");
    press("ArrowDown");
    expect(focused()).toBe("Kitchen");
    press("ArrowRight");
    expect(focused()).toMatch(/^Shop/);
    press("ArrowRight");
    expect(focused()).toMatch(/^Shop/);
    press("ArrowUp");
    expect(focused()).toBe("Sketch");
    press("Home");
    expect(focused()).toBe("Tally");
  });

  it("runs previews only in view, and shows an error until the bundle changes", () => {
    draw();
    expect(screen.queryByRole("figure")).toBeNull();
    scrollToEnd();
    expect(screen.getAllByRole("figure").map((one) => one.getAttribute("aria-label"))).toEqual([
      "hash",
      "sketch",
      "app",
    ]);
    fireEvent.click(cardOf("Tally").getByRole("button", { name: "Break", hidden: true }));
    screen.getByText("Failed with sample values: x is undefined");
    expect(screen.getAllByRole("figure")).toHaveLength(2);
  });

  it("limits the number of previews that run at the same time", () => {
    const slots = new FrameSlots();
    const leave = Array.from({ length: 30 }, (_, nth) => slots.want(String(nth)));
    const running = () => leave.filter((_, nth) => slots.isFree(String(nth))).length;
    expect([running(), slots.isFree("23"), slots.isFree("24")]).toEqual([24, true, false]);
    leave[3]?.();
    expect([running(), slots.isFree("24")]).toEqual([24, true]);
  });
});

describe("a remix", () => {
  const remix = (title: string) =>
    fireEvent.click(cardOf(title).getByRole("button", { name: `Remix “${title}”` }));

  it("opens the copy of a component beside a drafted message", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("POST /api/gallery/remix", ({ body }) => {
      sent.push(body);
      return { kind: "component", name: "Sketch 2" };
    });
    const { router } = draw({ server });
    remix("Sketch");
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(sent).toEqual([{ agent: ME, kind: "inline", id: "c1/m1/t1" }]);
    expect(server.asked).toContain(`POST /api/gallery/remix?agent=${ME}`);
    const [, id = ""] = /^\/chat\/([^?]+)\?component=Sketch\+2$/.exec(router.push.mock.calls[0]?.[0]) ?? [];
    expect(localStorage.getItem(`easel:draft:${id}`)).toBe("Change the component `Sketch 2`: ");
  });

  it("opens the copy of a board and lists its missing tiles", async () => {
    const server = new FakeServer().on("POST /api/gallery/remix", () => ({
      kind: "board",
      id: "b2",
      left: 2,
    }));
    const { router } = draw({ server });
    remix("Kitchen");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/board/b2"));
    await waitFor(() => expect(notices().join()).toContain("2 tiles were left out"));
  });

  it("reports a failure and can be repeated", async () => {
    const server = new FakeServer().on("POST /api/gallery/remix", () =>
      refusal(404, "There is no such app."),
    );
    draw({ server });
    remix("Shop");
    await waitFor(() => expect(notices().join()).toContain("“Shop” not copied. There is no such app."));
    remix("Shop");
    await waitFor(() => expect(server.count("POST /api/gallery/remix")).toBe(2));
  });
});
