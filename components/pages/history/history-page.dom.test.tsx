import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision, NOW } from "@/components/client/testing/samples";
import { scrollToEnd } from "@/components/client/testing/setup";
import type { Revision } from "@/lib/shared/history";
import { HistoryPage } from "./history-page";

const summaryOf = ({ id, version }: Revision) => ({
  id,
  added: 1,
  removed: 0,
  words: `Step ${version}`,
  tool: null,
  conversation: null,
  said: null,
});

function serving(versions: () => number[], pageSize = 50): FakeServer {
  const find = (id: string | undefined) => versions().find((version) => aRevision(version).id === id) ?? 1;
  const server = new FakeServer()
    .on("GET /api/history", ({ url }) => {
      const cursor = Number(url.searchParams.get("cursor") ?? Number.POSITIVE_INFINITY);
      const below = versions().filter((version) => version < cursor);
      const page = below.slice(0, pageSize);
      return {
        revisions: page.map((version) => aRevision(version)),
        ...(below.length > page.length && { nextCursor: String(page.at(-1)) }),
      };
    })
    .on("GET /api/history/summaries", ({ url }) => ({
      summaries: (url.searchParams.get("ids") ?? "").split(",").map((id) => summaryOf(aRevision(find(id)))),
    }))
    .on("GET /api/origins", () => ({ marks: [] }));
  for (let version = 1; version < 10; version++)
    server.on(`GET /api/history/${aRevision(version).id}`, () => ({
      ...aRevision(version),
      content: {
        description: `Halves, as in ${version}`,
        code: `return ${version}`,
        parameter_schema: {},
        limits: {},
      },
    }));
  return server;
}

type Options = { server?: FakeServer; path?: string; versions?: number[]; nextCursor?: string };

function draw({ server, path = "/agent/history", versions = [3, 2, 1], nextCursor }: Options = {}) {
  const revisions = versions.map((version) => aRevision(version));
  const page = { revisions, summaries: revisions.map(summaryOf), nextCursor, filter: {} };
  return drawPage(<HistoryPage page={page} items={[]} entry={undefined} now={NOW} />, {
    server: server ?? serving(() => versions),
    path,
  });
}

const timeline = () => screen.getByRole("region", { name: "Timeline" });
const listed = () =>
  [...timeline().querySelectorAll("li")].map((row) => /Step (\d)/.exec(row.textContent ?? "")?.[1]).join("");
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  Object.defineProperty(window, "innerWidth", { value: 1280, configurable: true });
});

describe("the timeline", () => {
  it("shows the initial entries without requesting them", () => {
    const { server } = draw();
    expect(listed()).toBe("321");
    expect(server.count("GET /api/history/summaries")).toBe(0);
  });

  it("shows an import as one row instead of its components, and undoes it with the question of the settings", async () => {
    const product = "claude" as const;
    const at = aRevision(2).createdAt;
    const done = {
      conversations: 3,
      messages: 9,
      updated: 0,
      same: 0,
      files: 0,
      components: 1,
      memories: 0,
      left: [],
    };
    const one = {
      ...{ id: "imp", name: "export.zip", size: 1, product, status: "done", survey: null, choice: null },
      ...{ progress: null, report: done, error: null, createdAt: at, endedAt: at, openMemories: 0 },
    };
    const revisions = [3, 2, 1].map((version) => ({
      ...aRevision(version),
      ...(version === 2 && { cause: { historyImport: { id: "imp", product } } }),
    }));
    const server = serving(() => [3, 2, 1])
      .on("GET /api/imports", () => ({ imports: [one] }))
      .on("GET /api/imports/imp/undo", () => ({ conversations: 3, files: 0, components: 1, continued: [] }))
      .on("POST /api/imports/imp/undo", () => {
        one.status = "undone";
        return { import: one };
      });
    const page = { revisions, summaries: revisions.map(summaryOf), nextCursor: undefined, filter: {} };
    drawPage(<HistoryPage page={page} items={[]} entry={undefined} now={NOW} />, {
      server,
      path: "/agent/history",
    });
    const row = (await screen.findByText("Import from Claude")).closest("li") as HTMLElement;
    expect(listed()).toBe("31");
    expect(row.previousElementSibling?.textContent).toContain("Step 3");
    within(row).getByText(/3 conversations with 9 messages/);
    press("Undo import");
    fireEvent.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Undo import" }),
    );
    await within(row).findByText("The import was undone.");
    expect(within(row).queryByRole("button")).toBeNull();
  });

  it("adds new versions at the top", async () => {
    let versions = [3, 2, 1];
    const { tell } = draw({ server: serving(() => versions) });
    versions = [4, 3, 2, 1];
    tell("history tool half");
    await waitFor(() => expect(listed()).toBe("4321"));
  });

  it("is refetched only for changes of the filtered kind", async () => {
    let versions = [3, 2, 1];
    const { server, tell } = draw({ server: serving(() => versions), path: "/agent/history?kind=tool" });
    await waitFor(() => expect(listed()).toBe("321"));
    versions = [4, 3, 2, 1];
    tell("history state score");
    tell("history tool half");
    await waitFor(() => expect(listed()).toBe("4321"));
    expect(server.asked.filter((one) => one === "GET /api/history?kind=tool")).toHaveLength(2);
  });

  it("loads older entries on scroll and shows an error if that fails", async () => {
    const server = serving(() => [5, 4, 3, 2, 1], 2);
    draw({ server, versions: [5, 4], nextCursor: "4" });
    scrollToEnd();
    await waitFor(() => expect(listed()).toBe("5432"));
    server.lose("GET /api/history");
    scrollToEnd();
    const alert = await within(timeline()).findByRole("alert");
    expect(alert.textContent).toContain("Could not load. Easel cannot be reached.");
  });

  it("shows an error if loading fails, and loads on retry", async () => {
    const server = new FakeServer().on("GET /api/history", () => refusal(500, "The disk is full."));
    draw({ server, path: "/agent/history?author=agent" });
    const alert = await within(timeline()).findByRole("alert");
    expect(alert.textContent).toBe("Could not load. The disk is full.");
    const well = serving(() => [1]);
    server.on("GET /api/history", ({ url }) => well.fetch(url));
    server.on("GET /api/history/summaries", ({ url }) => well.fetch(url));
    fireEvent.click(within(timeline()).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(listed()).toBe("1"));
  });

  it("says that no item has the name given in the URL", async () => {
    draw({ server: serving(() => []), path: "/agent/history?kind=tool&name=never_there" });
    await within(timeline()).findByText("Nothing named “never_there”.");
  });

  it("keeps its entries when a refetch fails", async () => {
    const { server, tell } = draw();
    server.lose("GET /api/history");
    tell(null);
    await waitFor(() => expect(server.count("GET /api/history")).toBeGreaterThan(1));
    expect(listed()).toBe("321");
    expect(within(timeline()).queryByRole("alert")).toBeNull();
  });
});

describe("one version", () => {
  const detail = () => screen.getByRole("region", { name: "Version" });
  const heading = () => within(detail()).getByRole("heading", { level: 1 }).textContent;

  it("is the newest by default, compared with the version before it", async () => {
    draw();
    expect(heading()).toBe("half");
    const change = await within(detail()).findByRole("region", { name: "What changed" });
    await waitFor(() => expect(change.textContent).toContain("return 2"));
    expect(change.textContent).toContain("return 3");
  });

  it("that a link names is loaded separately if the list does not contain it", async () => {
    const server = serving(() => [9, 8, 7]);
    draw({ server, path: `/agent/history/${aRevision(2).id}`, versions: [9, 8, 7] });
    await waitFor(() => expect(heading()).toBe("half"));
    expect(server.asked).toContain(`GET /api/history/${aRevision(2).id}`);
  });

  it("shows an error if loading fails, and retries", async () => {
    const server = serving(() => [9]);
    const id = aRevision(2).id;
    server.on(`GET /api/history/${id}`, () => refusal(500, "The disk is full."));
    draw({ server, path: `/agent/history/${id}`, versions: [9] });
    const alert = await within(detail()).findByRole("alert");
    expect(alert.textContent).toBe("Could not load. The disk is full.");
    server.on(`GET /api/history/${id}`, () => ({ ...aRevision(2), content: null }));
    fireEvent.click(within(detail()).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(heading()).toBe("half"));
  });

  it("is compared with the previous live version, which is several pages below", async () => {
    // The previous live version is the very first one.
    const server = serving(() => [5, 4, 3, 2, 1], 2);
    const dead = (version: number) => aRevision(version, { live: version === 5 || version === 1 });
    server.on("GET /api/history", ({ url }) => {
      const cursor = Number(url.searchParams.get("cursor") ?? 6);
      const page = [5, 4, 3, 2, 1].filter((version) => version < cursor).slice(0, 2);
      return { revisions: page.map(dead), ...(page.at(-1) !== 1 && { nextCursor: String(page.at(-1)) }) };
    });
    draw({ server, versions: [5] });
    const change = await within(detail()).findByRole("region", { name: "What changed" });
    await waitFor(() => expect(change.textContent).toContain("return 1"));
  });
});

describe("a point in time", () => {
  const at = "2026-11-22T10:00:00.000Z";
  const preview = (hash: string, name = "half") => ({
    at,
    hash,
    changes: [
      {
        kind: "tool",
        name,
        action: "change",
        from: 3,
        liveId: aRevision(3).id,
        to: 2,
        revisionId: aRevision(2).id,
        hash: `hash of ${name}`,
      },
    ],
  });
  const open = (server: FakeServer) => draw({ server, path: `/agent/history?at=${encodeURIComponent(at)}` });
  const restore = async () =>
    fireEvent.click(await screen.findByRole("button", { name: /^Restore everything/ }));

  it("is previewed, restored and undone", async () => {
    const sent: unknown[] = [];
    const server = serving(() => [3, 2, 1]).on("GET /api/history/at", () => preview("one"));
    server.on("POST /api/history/at", ({ body }) => {
      sent.push(body);
      return { revisions: [aRevision(4)], restore: "r1" };
    });
    server.on("POST /api/history/at/undo", ({ body }) => {
      sent.push(body);
      return { revisions: [aRevision(5)] };
    });
    open(server);
    await restore();
    await waitFor(() => expect(location.search).toBe(""));
    await waitFor(() => expect(notices()).toContain("Restored 1 item"));
    pressNotice("Undo");
    await waitFor(() => expect(notices()).toContain("Undone: 1 item"));
    expect(sent).toEqual([{ at, expect: "one" }, { restore: "r1" }]);
  });

  it("restores chosen items and a conversation, and names what a chosen item needs", async () => {
    const sent: unknown[] = [];
    const [half] = preview("one").changes;
    const changes = [
      { ...half, name: "half", action: "create", from: null, liveId: null },
      {
        ...half,
        kind: "board",
        name: "b",
        title: "Home",
        hash: "h2",
        needs: [{ kind: "tool", name: "half" }],
      },
      { ...half, kind: "board", name: "c", title: "Other", hash: "h3" },
    ];
    const conversation = { id: "c1", title: "Trip", hash: "hc", hidden: 2, shown: 0, entered: 1 };
    const server = serving(() => [3]).on("GET /api/history/at", ({ url }) => ({
      ...{ ...preview("one"), changes },
      ...(url.searchParams.get("conversation") === "c1" && { conversation }),
    }));
    server.on("POST /api/history/at", ({ body }) => {
      sent.push(body);
      return refusal(409, "The conversation changed.");
    });
    draw({ server, path: `/agent/history?at=${encodeURIComponent(at)}&conversation=c1` });
    const box = (name: string) => screen.findByRole("checkbox", { name });
    fireEvent.click(await box("Restore “half”"));
    await screen.findByText("Needs “half”, which stays as now.");
    await screen.findByText("Hides 2 later messages, which stay as another version.");
    fireEvent.click(await box("Restore “Other”"));
    expect((await box("Restore all: Boards")).getAttribute("aria-checked")).toBe("mixed");
    fireEvent.click(await screen.findByRole("button", { name: /^Restore 1 item to/ }));
    await screen.findByText(/^Not restored: this list has changed/);
    fireEvent.click(await box("Restore “Home”"));
    fireEvent.click(await screen.findByRole("button", { name: /^Restore the conversation to/ }));
    await waitFor(() => expect(sent).toHaveLength(2));
    const chosen = { id: "c1", expect: "hc" };
    expect(sent).toEqual([
      { at, parts: [{ kind: "board", name: "b", expect: "h2" }], conversation: chosen },
      { at, parts: [], conversation: chosen },
    ]);
  });

  it("shows the new preview if something changed since the first one, and restores nothing", async () => {
    let hash = "one";
    const server = serving(() => [3, 2, 1]).on("GET /api/history/at", () => preview(hash, `half-${hash}`));
    server.on("POST /api/history/at", ({ body }) => {
      if (typeof body === "object" && body && "expect" in body && body.expect === hash && hash === "two")
        return { revisions: [aRevision(4)], restore: "r1" };
      hash = "two";
      return refusal(409, "Something else would change.");
    });
    open(server);
    await restore();
    await screen.findByText(/^Not restored: this list has changed/);
    await screen.findByText("half-two");
    expect(location.search).toContain("at=");
    await restore();
    await waitFor(() => expect(notices()).toContain("Restored 1 item"));
  });

  it("shows why restoring failed", async () => {
    const server = serving(() => [3]).on("GET /api/history/at", () => preview("one"));
    server.lose("POST /api/history/at");
    open(server);
    await restore();
    await screen.findByText(/^Not restored\. Easel cannot be reached/);
  });

  it("is restored once despite repeated clicks", async () => {
    const done = gate<unknown>();
    const server = serving(() => [3]).on("GET /api/history/at", () => preview("one"));
    server.on("POST /api/history/at", () => done.wait);
    open(server);
    await restore();
    await restore();
    done.open({ revisions: [] });
    await waitFor(() => expect(location.search).toBe(""));
    expect(server.count("POST /api/history/at")).toBe(1);
  });

  it("shows that nothing would change, and links to the first version if the time is before it", async () => {
    const first = "2026-11-22T11:00:00.000Z";
    const server = serving(() => [3]).on("GET /api/history/at", ({ url }) => {
      const asked = url.searchParams.get("at");
      if (asked === at) return { ...preview("none"), changes: [] };
      return asked === first ? preview("one") : refusal(400, "Too early.", { first });
    });
    open(server);
    await screen.findByText("No changes since then.");
    expect(screen.queryByRole("button", { name: /^Restore everything/ })).toBeNull();
    fireEvent.change(screen.getByLabelText("Point in time", { selector: "input" }), {
      target: { value: "2001-01-01T00:00:00" },
    });
    await screen.findByText("This agent didn’t exist yet.");
    press("Go to first version");
    await screen.findByRole("button", { name: /^Restore everything/ });
    expect(new URLSearchParams(location.search).get("at")).toBe(first);
  });

  it("is previewed again after an item changes, but not while the restore changes items", async () => {
    const done = gate<unknown>();
    const server = serving(() => [3]).on("GET /api/history/at", () => preview("one"));
    server.on("POST /api/history/at", () => done.wait);
    const { tell } = open(server);
    await screen.findByText("version 3 → 2");
    tell("history tool half");
    await waitFor(() => expect(server.count("GET /api/history/at")).toBe(2));
    await restore();
    await screen.findByText("Restoring");
    const timelines = server.count("GET /api/history");
    tell("history tool half");
    await waitFor(() => expect(server.count("GET /api/history")).toBeGreaterThan(timelines));
    expect(server.count("GET /api/history/at")).toBe(2);
  });
});
