import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { MemoryPage } from "./memory-page";
// Preload lazy modules, so that tests do not wait for them.
import "./fact-detail";
import "@/components/ui/kit/action-menu";
import "./merge-facts";
import "./new-fact";

const CONVERSATION = "11111111-1111-4111-8111-111111111111";
let count = 0;
const aFact = (content: string, rest: Partial<FactView> = {}): FactView => ({
  ...{
    id: `00000000-0000-4000-8000-00000000000${++count}`,
    layer: "long",
    content,
    category: null,
    certainty: 1,
  },
  ...{
    source: null,
    origins: [],
    version: 1,
    expiresAt: null,
    lastRecalledAt: null,
    recalls: 0,
    pinnedAt: null,
  },
  ...{ createdAt: ago(60), updatedAt: ago(30) },
  ...rest,
});

function aServer(...facts: FactView[]) {
  const path = "/api/memory/memories";
  const server = new FakeServer()
    .on("GET /api/tools", () => ({ toolsets: [] }))
    .on("GET /api/origins", () => ({ marks: [] }))
    .on("GET /api/history", () => ({ revisions: [] }))
    .on("GET /api/memory/search", ({ url }) => ({
      ...{ waiting: 0, by_meaning: true },
      results: facts
        .filter(({ content }) => content.includes(url.searchParams.get("q") ?? ""))
        .map(({ id, content, createdAt }) => ({
          ...{ domain: "facts", memory_id: id, excerpt: content, score: 0.5 },
          ...{ created_at: createdAt, found_by: ["words", "recency"] },
        })),
    }))
    .on(`GET ${path}`, ({ url: { searchParams } }) => {
      const [layer, pinned, ids] = ["layer", "pinned", "ids"].map((name) => searchParams.get(name));
      const memories = facts.filter(
        (fact) =>
          (!layer || fact.layer === layer) &&
          (!pinned || String(fact.pinnedAt !== null) === pinned) &&
          (!ids || ids.split(",").includes(fact.id)),
      );
      return { memories };
    });
  for (const fact of [...facts])
    server
      .on(`GET ${path}/${fact.id}`, () =>
        facts.includes(fact) ? { memory: fact } : refusal(404, "There is no fact."),
      )
      .on(`DELETE ${path}/${fact.id}`, () => {
        facts.splice(facts.indexOf(fact), 1);
        return { deleted: true };
      })
      .on(`PATCH ${path}/${fact.id}`, ({ body }) => {
        const { version, pinned, ...fields } = body as { version?: number; pinned?: boolean };
        if (version !== undefined && version !== fact.version)
          return refusal(409, "Another version is live.");
        Object.assign(fact, fields, { version: fact.version + 1 });
        if (pinned !== undefined) fact.pinnedAt = pinned ? ago(0) : null;
        return { memory: fact };
      });
  return { server, facts };
}

const draw = (server: FakeServer, path = "/memory/facts") =>
  drawPage(<MemoryPage now={NOW} />, { server, path });
const rows = async () => within(await screen.findByRole("list", { name: "Facts" })).getAllByRole("listitem");
const dialog = async () => within(await screen.findByRole("dialog"));

describe("the list of facts", () => {
  it("shows expiry, certainty and source of each fact, pinned facts first", async () => {
    const source = { conversationId: CONVERSATION, messageId: "m1", title: "Dinner", job: null, files: [] };
    const { server } = aServer(
      aFact("Is allergic to peanuts", {
        source: { ...source, pages: ["https://site1.test"] },
        certainty: 0.7,
      }),
      aFact("Saves for a house", { layer: "mid", expiresAt: ago(-60 * 24 * 30), pinnedAt: ago(1) }),
    );
    draw(server);
    const [first, second] = (await rows()).map((row) => within(row));
    first?.getByText("Saves for a house");
    first?.getByText("stays while it is pinned");
    second?.getByText("70% sure");
    expect(second?.getByRole("link", { name: "“Dinner”" }).getAttribute("href")).toBe(
      `/chat/${CONVERSATION}#m-m1`,
    );
    second?.getByText(/after reading site1\.test/);
  });

  it("filters by layer, and shows why each search result was found", async () => {
    const { server } = aServer(aFact("Likes tea"), aFact("Looks for a bug", { layer: "short" }));
    draw(server);
    await rows();
    fireEvent.click(screen.getByRole("radio", { name: "For weeks" }));
    await waitFor(() => expect(screen.queryByText("Likes tea")).toBeNull());
    fireEvent.click(screen.getByRole("radio", { name: "All" }));
    fireEvent.change(await screen.findByRole("searchbox", { name: "Search facts" }), {
      target: { value: "tea" },
    });
    await screen.findByText("Found by its words and its date");
    await waitFor(() => expect(screen.queryByText("Looks for a bug")).toBeNull());
  });

  it("removes a forgotten fact immediately, and restores it on undo", async () => {
    const fact = aFact("Likes tea");
    const { server, facts } = aServer(fact);
    const revision = aRevision(1, { kind: "memory", name: fact.id });
    server
      .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...revision, deleted: true }), revision] }))
      .on(`POST /api/history/${revision.id}/restore`, () => {
        facts.push(fact);
        return { ...revision, content: {} };
      });
    draw(server);
    fireEvent.click(await screen.findByRole("button", { name: "More for “Likes tea”" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Forget" }));
    await waitFor(() => expect(screen.queryByText("Likes tea")).toBeNull());
    await waitFor(() => expect(notices()).toContain("Forgotten. You can restore it for 30 days."));
    pressNotice("Undo");
    await screen.findByText("Likes tea");
  });

  it("reloads if a fact changes elsewhere", async () => {
    const fact = aFact("Likes tea");
    const { server } = aServer(fact);
    const { tell } = draw(server);
    await rows();
    fact.content = "Likes milk";
    tell(`history memory ${fact.id}`);
    await screen.findByText("Likes milk");
  });
});

describe("one fact", () => {
  it("has its own URL, sends the edited version when saved, and shows how often it was recalled", async () => {
    const fact = aFact("Likes tea", { recalls: 3, lastRecalledAt: ago(5) });
    const { server } = aServer(fact);
    draw(server, `/memory/facts/${fact.id}`);
    const open = await dialog();
    await open.findByText(/Recalled 3 times/);
    open.getByText(/You wrote it down/);
    fireEvent.change(open.getByRole("textbox", { name: /^Fact/ }), { target: { value: "Likes green tea" } });
    fireEvent.change(open.getByRole("textbox", { name: /How certain/ }), { target: { value: "250" } });
    open.getByText("Give a whole number from 0 to 100");
    fireEvent.change(open.getByRole("textbox", { name: /How certain/ }), { target: { value: "80" } });
    fireEvent.click(open.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(fact).toMatchObject({ content: "Likes green tea", certainty: 0.8, version: 2 }),
    );
    fact.version = 7;
    fireEvent.change(await open.findByRole("textbox", { name: /^Fact/ }), { target: { value: "Mine" } });
    fireEvent.click(open.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(notices()).toContain("Could not change the fact. Another version is live."));
  });

  it("shows a message if the fact does not exist", async () => {
    const { server } = aServer();
    draw(server, "/memory/facts/00000000-0000-4000-8000-000000000099");
    (await dialog()).getByText(/.+/, { selector: "h2" });
    await (await dialog()).findByText("It may have been forgotten or have expired.");
  });

  it("is merged into another fact with text that the user writes", async () => {
    const [tea, green] = [aFact("Likes tea"), aFact("Likes tea that is green")];
    const { server } = aServer(tea, green);
    const sent: unknown[] = [];
    server.on("POST /api/memory/memories/merge", ({ body }) => {
      sent.push(body);
      return { memory: green };
    });
    draw(server);
    fireEvent.click(await screen.findByRole("button", { name: "More for “Likes tea”" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Merge into another" }));
    const merge = await dialog();
    fireEvent.click(await merge.findByRole("button", { name: "Likes tea that is green" }));
    fireEvent.change(merge.getByRole("textbox"), { target: { value: "Likes green tea" } });
    fireEvent.click(merge.getByRole("button", { name: "Merge" }));
    await waitFor(() => expect(notices()).toContain("Merged into one fact. The history keeps both."));
    expect(sent).toEqual([
      { from: { id: tea.id, version: 1 }, into: { id: green.id, version: 1 }, content: "Likes green tea" },
    ]);
  });

  it("is created by the user, after the form has shown its errors", async () => {
    const { server } = aServer();
    server.on("POST /api/memory/memories", () => refusal(409, "There are 50000 facts already."));
    draw(server);
    fireEvent.click(await screen.findByRole("button", { name: "New fact" }));
    const form = await dialog();
    fireEvent.click(form.getByRole("button", { name: "Remember" }));
    await form.findByText("Enter what to remember");
    fireEvent.change(form.getByRole("textbox", { name: /^Fact/ }), { target: { value: "Likes tea" } });
    fireEvent.click(form.getByRole("button", { name: "Remember" }));
    await form.findByText("Not saved. There are 50000 facts already.");
  });
});
