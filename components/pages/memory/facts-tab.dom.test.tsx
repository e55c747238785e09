import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
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

const PATH = "/api/memory/memories";
const aFact = (nth: number, content: string, rest: Partial<FactView> = {}): FactView => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${nth}`, layer: "long", content, category: null },
  ...{ certainty: 1, source: null, origins: [], version: 1, expiresAt: null, lastRecalledAt: null },
  ...{ recalls: 0, pinnedAt: null, createdAt: ago(60), updatedAt: ago(30) },
  ...rest,
});
const tea = aFact(1, "Likes tea");

const aServer = (facts: FactView[] = [tea]) =>
  new FakeServer()
    .on("GET /api/tools", () => ({ toolsets: [] }))
    .on("GET /api/origins", () => ({ marks: [] }))
    .on("GET /api/history", () => ({ revisions: [] }))
    .on("GET /api/memory/search", () => ({ waiting: 0, by_meaning: true, results: [] }))
    .on(`GET ${PATH}`, ({ url: { searchParams } }) => ({
      memories: facts.filter(
        ({ layer, pinnedAt }) =>
          (searchParams.get("layer") ?? layer) === layer &&
          (searchParams.get("pinned") ?? String(pinnedAt !== null)) === String(pinnedAt !== null),
      ),
    }));
const draw = (server: FakeServer, path = "/memory/facts") =>
  drawPage(<MemoryPage now={NOW} />, { server, path });
const menu = async (item: string) => {
  fireEvent.click(await screen.findByRole("button", { name: "More for “Likes tea”" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};

it("the list of facts shows an example prompt and no search field if there are no facts", async () => {
  draw(aServer([]));
  await screen.findByText("No facts yet. Tell the agent what to remember:");
  expect(screen.queryByRole("searchbox")).toBeNull();
});

it("the list of facts shows a message for a layer without facts, and keeps the filter", async () => {
  draw(aServer());
  await screen.findByText("Likes tea");
  fireEvent.click(screen.getByRole("radio", { name: "For weeks" }));
  await screen.findByText("No facts with this lifetime.");
  fireEvent.click(screen.getByRole("radio", { name: "All" }));
  await screen.findByText("Likes tea");
});

it("an empty search result shows the query, and screen readers learn the number of results", async () => {
  draw(aServer(), "/memory/facts?q=<b>coffee</b>");
  await screen.findByText("Nothing matches “<b>coffee</b>”.");
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain("0 found");
});

it("the list of facts shows an error if the search fails, and searches again on retry", async () => {
  const server = aServer().lose("GET /api/memory/search");
  draw(server, "/memory/facts?q=tea");
  const alert = await screen.findByText(/^Could not load the facts\./);
  const [result] = [{ domain: "facts", memory_id: tea.id, excerpt: tea.content, score: 1 }];
  server.on("GET /api/memory/search", () => ({
    ...{ waiting: 0, by_meaning: true },
    results: [{ ...result, created_at: tea.createdAt, found_by: ["words"] }],
  }));
  fireEvent.click(within(alert.parentElement as HTMLElement).getByRole("button", { name: "Try again" }));
  await screen.findByText("Likes tea");
});

it("the list of facts loads the next page on request, and keeps the loaded facts if that fails", async () => {
  const second = [() => refusal(503, "The database is away."), () => ({ memories: [aFact(2, "Has a cat")] })];
  const server = aServer().on(`GET ${PATH}`, ({ url: { searchParams } }) => {
    if (searchParams.get("pinned") === "true") return { memories: [] };
    return searchParams.has("cursor") ? second.shift()?.() : { memories: [tea], nextCursor: "next" };
  });
  draw(server);
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  fireEvent.click(await screen.findByRole("button", { name: "Not loaded. Try again" }));
  await screen.findByText("Has a cat");
  screen.getByText("Likes tea");
});

it("the list of facts pins a fact immediately, and reverts it if the server refuses", async () => {
  const answer = gate<unknown>();
  const sent: unknown[] = [];
  const server = aServer().on(`PATCH ${PATH}/${tea.id}`, ({ body }) => {
    sent.push(body);
    return answer.wait;
  });
  draw(server);
  await menu("Pin");
  await screen.findByRole("img", { name: "Pinned" });
  answer.open(refusal(409, "No more than 20 facts can be pinned."));
  await waitFor(() =>
    expect(notices()).toContain("Could not change the fact. No more than 20 facts can be pinned."),
  );
  await waitFor(() => expect(screen.queryByRole("img", { name: "Pinned" })).toBeNull());
  expect(sent).toEqual([{ pinned: true }]);
});

it("the list of facts shows a fact again if the server refuses to forget it", async () => {
  const answer = gate<unknown>();
  draw(aServer().on(`DELETE ${PATH}/${tea.id}`, () => answer.wait));
  await menu("Forget");
  await waitFor(() => expect(screen.queryByText("Likes tea")).toBeNull());
  answer.fail(new TypeError("Failed to fetch"));
  await screen.findByText("Likes tea");
  expect(String(notices()[0])).toMatch(/^Could not forget the fact\. Easel cannot be reached/);
});

it("the list of facts offers a retry if restoring a forgotten fact failed", async () => {
  const facts = [tea];
  const last = { kind: "memory", name: tea.id } as const;
  const revision = aRevision(1, last);
  const server = aServer(facts)
    .on(`DELETE ${PATH}/${tea.id}`, () => {
      facts.pop();
      return { deleted: true };
    })
    .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...last, deleted: true }), revision] }))
    .on(`POST /api/history/${revision.id}/restore`, () => refusal(503, "The database is away."));
  draw(server);
  await menu("Forget");
  await waitFor(() => expect(notices()).toContain("Forgotten. You can restore it for 30 days."));
  pressNotice("Undo");
  await waitFor(() => expect(notices()).toContain("Could not restore the fact. The database is away."));
  server.on(`POST /api/history/${revision.id}/restore`, () => {
    facts.push(tea);
    return { ...revision, content: {} };
  });
  pressNotice("Try again");
  await screen.findByText("Likes tea");
});

it("the list of facts opens a new fact in the panel once the server has saved it", async () => {
  const made = aFact(3, "Has a cat");
  const sent: unknown[] = [];
  const server = aServer()
    .on(`GET ${PATH}/${made.id}`, () => ({ memory: made }))
    .on(`POST ${PATH}`, ({ body }) => {
      sent.push(body);
      return { memory: made };
    });
  draw(server);
  fireEvent.click(await screen.findByRole("button", { name: "New fact" }));
  const form = within(await screen.findByRole("dialog"));
  fireEvent.change(form.getByRole("textbox", { name: /^Fact/ }), { target: { value: "  Has a cat " } });
  fireEvent.change(form.getByRole("combobox", { name: "How long it lasts" }), { target: { value: "mid" } });
  fireEvent.change(form.getByRole("textbox", { name: /How certain/ }), { target: { value: "70" } });
  fireEvent.click(form.getByRole("button", { name: "Remember" }));
  await waitFor(() => expect(location.pathname).toBe(`/memory/facts/${made.id}`));
  expect(sent).toEqual([{ content: "Has a cat", layer: "mid", certainty: 0.7 }]);
});

it("the list of facts keeps the selected fact and the edited text if the merge is refused", async () => {
  const other = aFact(2, "Likes green tea");
  const sent: unknown[] = [];
  const server = aServer([tea, other]).on(`POST ${PATH}/merge`, ({ body }) => {
    sent.push(body);
    return refusal(409, "One of the two has changed since.");
  });
  draw(server);
  await menu("Merge into another");
  const merge = within(await screen.findByRole("dialog"));
  const choose = async () => fireEvent.click(await merge.findByRole("button", { name: "Likes green tea" }));
  const mergedText = () => merge.getByRole<HTMLTextAreaElement>("textbox", { name: "Both together" });
  await choose();
  expect(mergedText().value).toBe("Likes green tea\nLikes tea");
  fireEvent.change(mergedText(), { target: { value: " " } });
  fireEvent.click(merge.getByRole("button", { name: "Merge" }));
  fireEvent.click(merge.getByRole("button", { name: "Choose another" }));
  await merge.findByRole("searchbox", { name: "Search the other fact" });
  await choose();
  fireEvent.change(mergedText(), { target: { value: "Likes all tea" } });
  fireEvent.click(merge.getByRole("button", { name: "Merge" }));
  await merge.findByText("Not merged. One of the two has changed since.");
  expect(sent).toMatchObject([{ content: "Likes all tea" }]);
  expect(mergedText().value).toBe("Likes all tea");
});
