import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { type FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import { MemoryPage } from "./memory-page";
import { aBlock, aContradiction, aFact, anEntry, FACTS, memoryServer } from "./testing/memory-server";
// Preload lazy modules, so that tests do not wait for them.
import "./fact-open";
import "@/components/ui/kit/action-menu";

const draw = (server: FakeServer, path = "/memory") => drawPage(<MemoryPage now={NOW} />, { server, path });
const list = async () => within(await screen.findByRole("list", { name: "Memory" }));
const kinds = async () => (await list()).getAllByRole("img").map((icon) => icon.getAttribute("aria-label"));
const filter = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));

const whole = () => ({
  ...{ summary: "Lives in Bern.", blocks: [aBlock("garden"), anEntry("trip.2025")] },
  facts: [aFact(1, "Likes tea"), aFact(2, "Has a cat", { pinnedAt: ago(3) })],
});

beforeEach(() => localStorage.clear());

describe("the list of memory", () => {
  it("shows the summary, blocks, facts and the archive, and counts each kind", async () => {
    draw(memoryServer(whole()).server);
    expect(await kinds()).toEqual(["About you", "Block", "Fact", "Fact", "Archive"]);
    const names = screen.getAllByRole("radio").map(({ textContent }) => textContent);
    expect(names).toEqual(["All5", "Always in mind3", "Blocks1", "Facts2", "Archive1"]);
  });

  it("filters by kind, keeps the filter in the address, and begins with the filter of the address", async () => {
    draw(memoryServer(whole()).server, "/memory/archive");
    await waitFor(async () => expect(await kinds()).toEqual(["Archive"]));
    filter("Always in mind 3");
    await waitFor(async () => expect(await kinds()).toEqual(["About you", "Block", "Fact"]));
    expect(location.pathname).toBe("/memory/mind");
    expect((await list()).queryByText("Likes tea")).toBeNull();
    filter("Blocks 1");
    await waitFor(async () => expect(await kinds()).toEqual(["Block"]));
  });

  it("says in one sentence that there is nothing, and suggests what to say", async () => {
    const { router } = draw(memoryServer().server);
    await screen.findByText("Nothing yet. Try:");
    for (const role of ["searchbox", "radio"]) expect(screen.queryByRole(role)).toBeNull();
    fireEvent.click(await screen.findByText(/peanut allergy/));
    const [[address] = []] = router.push.mock.calls;
    expect(localStorage.getItem(`easel:draft:${String(address).replace("/chat/", "")}`)).toMatch(/^Remember/);
  });

  it("explains a kind without entries", async () => {
    draw(memoryServer({ facts: [aFact(1, "Likes tea")] }).server, "/memory/archive");
    await screen.findByText(/^The archive is empty\./);
  });

  it("shows an error if loading fails, and loads on retry", async () => {
    const { server } = memoryServer(whole());
    const well = memoryServer(whole()).server;
    draw(server.lose(`GET ${FACTS}`));
    const alert = await screen.findByText(/^Could not load\. Easel cannot be reached/);
    server.on(`GET ${FACTS}`, ({ url }) => well.fetch(url));
    fireEvent.click(within(alert.parentElement as HTMLElement).getByRole("button", { name: "Try again" }));
    await (await list()).findByText("Likes tea");
  });

  it("loads further facts on request, keeps those it has if that fails, and then adds the archive", async () => {
    const { server, memory } = memoryServer(whole());
    const [tea, cat] = memory.facts;
    const second = [() => refusal(503, "The database is away."), () => ({ memories: [cat] })];
    server.on(`GET ${FACTS}`, ({ url: { searchParams } }) =>
      searchParams.has("cursor") ? second.shift()?.() : { memories: [tea], nextCursor: "next" },
    );
    draw(server);
    fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
    expect(screen.queryByText("trip.2025")).toBeNull();
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByText("Has a cat");
    await screen.findByText("trip.2025");
    screen.getByText("Likes tea");
  });
});

it("the archive below the facts can be loaded again if that failed", async () => {
  const { server } = memoryServer(whole());
  const well = memoryServer(whole()).server;
  server.on("GET /api/memory/blocks", ({ url }) =>
    url.searchParams.get("kind") === "archival" ? refusal(503, "The database is away.") : well.fetch(url),
  );
  draw(server);
  const again = await screen.findByRole("button", { name: "Try again" });
  screen.getByText("Likes tea");
  server.on("GET /api/memory/blocks", ({ url }) => well.fetch(url));
  fireEvent.click(again);
  await screen.findByText("trip.2025");
});

describe("the search of memory", () => {
  const search = async (value: string) =>
    fireEvent.change(await screen.findByRole("searchbox", { name: "Search memory" }), { target: { value } });

  it("finds entries of all kinds, and shows the reason for a match", async () => {
    const { server } = memoryServer({
      ...{ summary: "Drinks tea.", blocks: [aBlock("tea"), anEntry("tea.old"), aBlock("garden")] },
      facts: [aFact(1, "Likes tea"), aFact(2, "Has a cat")],
    });
    draw(server);
    await list();
    await search("tea");
    await screen.findByText("Matched words; recent");
    expect(await kinds()).toEqual(["About you", "Block", "Archive", "Fact"]);
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain("4 found");
    filter("Archive 1");
    await waitFor(async () => expect(await kinds()).toEqual(["Archive"]));
  });

  it("shows the query if nothing matches it, as text", async () => {
    draw(memoryServer(whole()).server, "/memory/facts?q=<b>coffee</b>");
    await screen.findByText("Nothing matches “<b>coffee</b>”.");
  });

  it("shows an error if it fails, and searches again on retry", async () => {
    const { server } = memoryServer(whole());
    const well = memoryServer(whole()).server;
    draw(server.lose("GET /api/memory/search"), "/memory/facts?q=tea");
    const alert = await screen.findByText(/^Could not load\./);
    server.on("GET /api/memory/search", ({ url }) => well.fetch(url));
    fireEvent.click(within(alert.parentElement as HTMLElement).getByRole("button", { name: "Try again" }));
    await screen.findByText("Likes tea");
  });
});

describe("the switch “Always in mind”", () => {
  const named = (name: string) => screen.findByRole("switch", { name: `Always in mind: ${name}` });

  it("changes a fact immediately in its row, and reverts it if the server refuses", async () => {
    const { server, memory } = memoryServer({ facts: [aFact(1, "Likes tea"), aFact(2, "Has a cat")] });
    const answer = gate<unknown>();
    const sent: unknown[] = [];
    server.on(`PATCH ${FACTS}/${memory.facts[1]?.id}`, ({ body }) => {
      sent.push(body);
      return answer.wait;
    });
    draw(server);
    const cat = await named("Has a cat");
    fireEvent.click(cat);
    await waitFor(() => expect(cat.getAttribute("aria-checked")).toBe("true"));
    const order = (await list()).getAllByRole("switch").map((one) => one.getAttribute("aria-label"));
    expect(order).toEqual(["Always in mind: Likes tea", "Always in mind: Has a cat"]);
    answer.open(refusal(409, "No more facts fit."));
    await waitFor(() => expect(cat.getAttribute("aria-checked")).toBe("false"));
    expect(notices()).toContain("Fact not changed. No more facts fit.");
    expect(sent).toEqual([{ pinned: true }]);
  });

  it("moves a block to the archive, and back on undo", async () => {
    const { server, memory } = memoryServer({ blocks: [aBlock("garden", { version: 4 })] });
    const sent: unknown[] = [];
    server.on("POST /api/memory/blocks/garden/move", ({ body }) => {
      sent.push(body);
      const isArchival = (body as { to: string }).to === "archive";
      const block = isArchival ? anEntry("garden", { version: 5 }) : aBlock("garden", { version: 6 });
      memory.blocks = [block];
      return { block };
    });
    draw(server);
    fireEvent.click(await named("garden"));
    await waitFor(async () => expect(await kinds()).toEqual(["Archive"]));
    await waitFor(() => expect(notices()).toContain("Archived “garden”."));
    pressNotice("Undo");
    await waitFor(async () => expect(await kinds()).toEqual(["Block"]));
    expect(sent).toEqual([
      { to: "archive", version: 4 },
      { to: "prompt", version: 5 },
    ]);
  });

  it("shows why a block was not moved", async () => {
    const { server } = memoryServer({ blocks: [aBlock("garden")] });
    server.on("POST /api/memory/blocks/garden/move", () => refusal(409, "Stop sharing it first."));
    draw(server);
    fireEvent.click(await named("garden"));
    await waitFor(() => expect(notices()).toContain("“garden” not changed. Stop sharing it first."));
  });

  it("is missing for facts of one conversation, and for blocks of another agent", async () => {
    const sharedBy = { agent: "scout", name: "Scout" };
    const { server } = memoryServer({
      blocks: [aBlock("plan", { sharedBy })],
      facts: [aFact(1, "Wants short answers", { layer: "session" })],
    });
    draw(server);
    await (await list()).findByText("This chat");
    expect(screen.queryByRole("switch", { name: /^Always in mind/ })).toBeNull();
  });
});

describe("a contradiction", () => {
  const zurich = aFact(1, "Lives in Zürich", { updatedAt: ago(900) });
  const bern = aFact(2, "Lives in Bern", { updatedAt: ago(10) });

  function contradicting() {
    const made = memoryServer({ facts: [bern, zurich], changes: [aContradiction("c1", bern, zurich)] });
    const settled: unknown[] = [];
    made.server.on("PATCH /api/memory/consolidation/c1", ({ body }) => {
      settled.push(body);
      made.memory.changes = [];
      if ((body as { settled: string }).settled === "newer") made.memory.facts = [bern];
      return { consolidation: { enabled: false, time: "03:00", timeZone: "UTC", ranAt: null }, changes: [] };
    });
    return { ...made, settled };
  }

  it("is shown at both facts, and the newer one replaces the older one with one press", async () => {
    const { server, memory, settled } = contradicting();
    const revision = aRevision(1, { kind: "memory", name: zurich.id });
    server
      .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...revision, deleted: true }), revision] }))
      .on(`POST /api/history/${revision.id}/restore`, () => {
        memory.facts = [bern, zurich];
        return { ...revision, content: {} };
      });
    draw(server);
    await screen.findByText("May contradict newer “Lives in Bern”");
    const row = within((await screen.findByText(/older “Lives in Zürich”/)).closest("li") as HTMLElement);
    fireEvent.click(row.getByRole("button", { name: "Keep newer" }));
    await waitFor(() => expect(screen.queryByText("Lives in Zürich")).toBeNull());
    expect(screen.queryByText(/May contradict/)).toBeNull();
    expect(settled).toEqual([{ settled: "newer" }]);
    await waitFor(() => expect(notices()[0]).toMatch(/^Replaced\. History keeps it for 30 days\.$/));
    pressNotice("Undo");
    await screen.findByText("Lives in Zürich");
  });

  it("is settled if both facts are true", async () => {
    const { server, settled } = contradicting();
    draw(server);
    fireEvent.click((await screen.findAllByRole("button", { name: "Both are true" }))[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByText(/May contradict/)).toBeNull());
    screen.getByText("Lives in Zürich");
    expect(settled).toEqual([{ settled: "kept" }]);
  });

  it("has a filter with the number of facts, which is hidden without contradictions", async () => {
    const { server, memory } = contradicting();
    memory.facts.push(aFact(3, "Likes tea"));
    draw(server);
    fireEvent.click(await screen.findByRole("radio", { name: "To check 2" }));
    await waitFor(() => expect(screen.queryByText("Likes tea")).toBeNull());
    fireEvent.click((await screen.findAllByRole("button", { name: "Keep newer" }))[0] as HTMLElement);
    await screen.findByText("No contradictions.");
    filter("All 1");
    await waitFor(() => expect(screen.queryByRole("radio", { name: /To check/ })).toBeNull());
  });
});
