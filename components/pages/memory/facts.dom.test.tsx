import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { MemoryPage } from "./memory-page";
import { aFact, FACTS, memoryServer } from "./testing/memory-server";
// Preload lazy modules, so that tests do not wait for them.
import "./fact-open";
import "@/components/ui/kit/action-menu";
import "./merge-facts";
import "./new-entry";

const CONVERSATION = "11111111-1111-4111-8111-111111111111";

function aServer(...facts: FactView[]) {
  const { server, memory } = memoryServer({ facts });
  for (const fact of [...facts])
    server
      .on(`GET ${FACTS}/${fact.id}`, () =>
        memory.facts.includes(fact) ? { memory: fact } : refusal(404, "There is no fact."),
      )
      .on(`DELETE ${FACTS}/${fact.id}`, () => {
        memory.facts = memory.facts.filter((one) => one !== fact);
        return { deleted: true };
      })
      .on(`PATCH ${FACTS}/${fact.id}`, ({ body }) => {
        const { version, ...fields } = body as { version?: number };
        if (version !== undefined && version !== fact.version)
          return refusal(409, "Another version is live.");
        Object.assign(fact, fields, { version: fact.version + 1 });
        return { memory: fact };
      });
  return { server, memory };
}

const draw = (server: FakeServer, path = "/memory/facts") =>
  drawPage(<MemoryPage now={NOW} />, { server, path });
const rows = async () => within(await screen.findByRole("list", { name: "Memory" })).getAllByRole("listitem");
const dialog = async () => within(await screen.findByRole("dialog"));
const form = async () => within(await screen.findByRole("form", { name: "Edit fact" }));
const menu = async (item: string) => {
  fireEvent.click(await screen.findByRole("button", { name: "More for “Likes tea”" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe("a fact in the list", () => {
  it("shows lifetime, expiry, certainty and source", async () => {
    const source = { conversationId: CONVERSATION, messageId: "m1", title: "Dinner", job: null, files: [] };
    const { server } = aServer(
      aFact(1, "Is allergic to peanuts", {
        ...{ source: { ...source, pages: ["https://site1.test"] }, certainty: 0.7, category: "food" },
      }),
      aFact(2, "Saves for a house", { layer: "mid", expiresAt: ago(-60 * 24 * 30) }),
    );
    draw(server);
    const [first, second] = (await rows()).map((row) => within(row));
    for (const text of ["Permanent", "food", "70% sure"]) first?.getByText(text);
    const link = first?.getByRole("link", { name: "“Dinner”" });
    expect(link?.getAttribute("href")).toBe(`/chat/${CONVERSATION}#m-m1`);
    first?.getByText(/after reading site1\.test/);
    second?.getByText("Months");
    second?.getByText(/^until /);
  });

  it("reloads if it changes elsewhere", async () => {
    const fact = aFact(1, "Likes tea");
    const { tell } = draw(aServer(fact).server);
    await rows();
    fact.content = "Likes milk";
    tell(`history memory ${fact.id}`);
    await screen.findByText("Likes milk");
  });

  it("is merged into another fact with text that the user writes", async () => {
    const [tea, green] = [aFact(1, "Likes tea"), aFact(2, "Likes green tea")];
    const { server } = aServer(tea, green);
    const sent: unknown[] = [];
    server.on(`POST ${FACTS}/merge`, ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? refusal(409, "One of the two has changed since.") : { memory: green };
    });
    draw(server);
    await menu("Merge into another");
    const merge = await dialog();
    const choose = async () => fireEvent.click(await merge.findByRole("button", { name: "Likes green tea" }));
    const both = () => merge.getByRole<HTMLTextAreaElement>("textbox", { name: "Fact" });
    await choose();
    expect(both().value).toBe("Likes green tea\nLikes tea");
    write(both(), " ");
    fireEvent.click(merge.getByRole("button", { name: "Merge" }));
    fireEvent.click(merge.getByRole("button", { name: "Choose another" }));
    await merge.findByRole("searchbox", { name: "Search facts" });
    await choose();
    write(both(), "Likes all tea");
    fireEvent.click(merge.getByRole("button", { name: "Merge" }));
    await merge.findByText("Not merged. One of the two has changed since.");
    expect(both().value).toBe("Likes all tea");
    fireEvent.click(merge.getByRole("button", { name: "Merge" }));
    await waitFor(() => expect(notices()).toContain("Merged. History keeps both."));
    const side = ({ id }: FactView) => ({ id, version: 1 });
    const body = { from: side(tea), into: side(green), content: "Likes all tea" };
    expect(sent).toEqual([body, body]);
  });
});

describe("editing a fact", () => {
  it("takes two presses in the list, and returns the focus to the row", async () => {
    const fact = aFact(1, "Likes tea");
    draw(aServer(fact).server);
    fireEvent.click(await screen.findByRole("link", { name: "Likes tea" }));
    const field = await (await form()).findByRole<HTMLTextAreaElement>("textbox", { name: /^Fact/ });
    expect(document.activeElement).toBe(field);
    expect(location.pathname).toBe(`/memory/facts/${fact.id}`);
    write(field, "Likes green tea");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const link = await screen.findByRole("link", { name: "Likes green tea" });
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect(fact).toMatchObject({ content: "Likes green tea", version: 2 });
    expect(location.pathname).toBe("/memory/facts");
  });

  it("saves with Ctrl and Enter, and is cancelled with Escape", async () => {
    const fact = aFact(1, "Likes tea");
    draw(aServer(fact).server);
    const open = async (name: string) => {
      fireEvent.click(await screen.findByRole("link", { name }));
      return (await form()).findByRole("textbox", { name: /^Fact/ });
    };
    const field = await open("Likes tea");
    write(field, "Likes coffee");
    fireEvent.keyDown(field, { key: "Escape" });
    const again = await open("Likes tea");
    write(again, "Likes green tea");
    fireEvent.keyDown(again, { key: "Enter", ctrlKey: true });
    await screen.findByRole("link", { name: "Likes green tea" });
  });

  it("shows at the top a linked fact that is not loaded, with how often it was recalled", async () => {
    const fact = aFact(1, "Likes tea", { recalls: 3, lastRecalledAt: ago(5) });
    const { server } = aServer(fact, aFact(2, "Has a cat"));
    server.on(`GET ${FACTS}`, () => ({ memories: [aFact(2, "Has a cat")] }));
    draw(server, `/memory/facts/${fact.id}`);
    const [first, second] = await rows();
    await within(first as HTMLElement).findByText(/Recalled 3 times/);
    within(first as HTMLElement).getByText(/Written by you/);
    within(second as HTMLElement).getByText("Has a cat");
  });

  it("refuses a wrong certainty, and keeps the draft if another version is live", async () => {
    const fact = aFact(1, "Likes tea");
    draw(aServer(fact).server, `/memory/facts/${fact.id}`);
    const open = await form();
    const certain = await open.findByRole("textbox", { name: /^Certainty/ });
    write(certain, "250");
    open.getByText("Whole number from 0 to 100");
    write(certain, "80");
    write(open.getByRole("textbox", { name: /^Fact/ }), "Likes green tea");
    Object.assign(fact, { content: "Likes milk", version: 7 });
    fireEvent.click(open.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(notices()).toContain("Fact not changed. Another version is live."));
    await screen.findByText("Changed to “Likes milk”. Saving replaces that.");
    fireEvent.click(open.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(fact).toMatchObject({ content: "Likes green tea", certainty: 0.8, version: 8 }),
    );
  });

  it("shows a message if the fact does not exist", async () => {
    draw(aServer().server, `/memory/facts/${aFact(9, "").id}`);
    await screen.findByText(/Maybe forgotten or expired\.$/);
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(location.pathname).toBe("/memory"));
  });
});

describe("forgetting a fact", () => {
  it("removes it immediately, says that History keeps its words, and restores it on undo", async () => {
    const fact = aFact(1, "Likes tea");
    const { server, memory } = aServer(fact);
    const revision = aRevision(1, { kind: "memory", name: fact.id });
    server
      .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...revision, deleted: true }), revision] }))
      .on(`POST /api/history/${revision.id}/restore`, () => refusal(503, "The database is away."));
    draw(server);
    await menu("Forget");
    await waitFor(() => expect(screen.queryByText("Likes tea")).toBeNull());
    await waitFor(() => expect(notices()).toContain("Forgotten. History keeps it for 30 days."));
    pressNotice("Undo");
    await waitFor(() => expect(notices()).toContain("Fact not restored. The database is away."));
    server.on(`POST /api/history/${revision.id}/restore`, () => {
      memory.facts.push(fact);
      return { ...revision, content: {} };
    });
    pressNotice("Try again");
    await screen.findByText("Likes tea");
  });

  it("deletes it for good if the user wants that", async () => {
    const fact = aFact(1, "Likes tea");
    const { server } = aServer(fact);
    draw(server);
    await menu("Forget");
    await waitFor(() => expect(notices()).toContain("Forgotten. History keeps it for 30 days."));
    server.on(`DELETE ${FACTS}/${fact.id}`, () => ({ deleted: true }));
    pressNotice("Delete for good");
    await waitFor(() => expect(notices()).toContain("Deleted, also from history."));
    expect(server.asked).toContain(`DELETE ${FACTS}/${fact.id}?forever=true`);
  });

  it("shows the fact again if the server refuses", async () => {
    const fact = aFact(1, "Likes tea");
    const answer = gate<unknown>();
    draw(aServer(fact).server.on(`DELETE ${FACTS}/${fact.id}`, () => answer.wait));
    await menu("Forget");
    await waitFor(() => expect(screen.queryByText("Likes tea")).toBeNull());
    answer.fail(new TypeError("Failed to fetch"));
    await screen.findByText("Likes tea");
    expect(String(notices()[0])).toMatch(/^Fact not forgotten\. Easel cannot be reached/);
  });

  it("closes the open fact, and does not request it again", async () => {
    const fact = aFact(1, "Likes tea");
    const { server } = aServer(fact);
    draw(server, `/memory/facts/${fact.id}`);
    fireEvent.click(await screen.findByRole("button", { name: "More for “Likes tea”" }));
    const before = server.count(`GET ${FACTS}/${fact.id}`);
    fireEvent.click(await screen.findByRole("menuitem", { name: "Forget" }));
    await waitFor(() => expect(notices()).toContain("Forgotten. History keeps it for 30 days."));
    expect(server.count(`GET ${FACTS}/${fact.id}`)).toBe(before);
    expect(location.pathname).toBe("/memory");
  });
});

describe("a new fact", () => {
  it("is created by the user, after the form has shown its errors", async () => {
    const { server, memory } = aServer();
    const sent: unknown[] = [];
    server.on(`POST ${FACTS}`, ({ body }) => {
      sent.push(body);
      if (sent.length === 1) return refusal(409, "There are 50000 facts already.");
      const made = aFact(3, "Has a cat");
      memory.facts.push(made);
      return { memory: made };
    });
    draw(server, "/memory");
    fireEvent.click(await screen.findByRole("button", { name: "New" }));
    const open = await dialog();
    const remember = () => fireEvent.click(open.getByRole("button", { name: "Remember" }));
    remember();
    await open.findByText("Enter a fact");
    write(open.getByRole("textbox", { name: /^Fact/ }), "  Has a cat ");
    fireEvent.change(open.getByRole("combobox", { name: "Lasts" }), { target: { value: "mid" } });
    write(open.getByRole("textbox", { name: /^Certainty/ }), "70");
    remember();
    await open.findByText("Not saved. There are 50000 facts already.");
    remember();
    await screen.findByRole("link", { name: "Has a cat" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent[1]).toEqual({ content: "Has a cat", layer: "mid", certainty: 0.7 });
  });
});
