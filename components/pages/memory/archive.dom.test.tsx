import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { type FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { MemoryPage } from "./memory-page";
import { aBlock, anEntry, memoryServer } from "./testing/memory-server";
// Preload lazy modules, so that tests do not wait for them.
import "./block-detail";
import "@/components/ui/kit/action-menu";
import "./merge-dialog";
import "./new-entry";

const aServer = (...blocks: BlockView[]) => memoryServer({ blocks }).server;
const draw = (server: FakeServer) => drawPage(<MemoryPage now={NOW} />, { server, path: "/memory/archive" });
const dialog = async () => within(await screen.findByRole("dialog"));

async function beginMerge(label: string) {
  fireEvent.click(await screen.findByRole("button", { name: `More for “${label}”` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Merge into another" }));
  return dialog();
}

it("the archive loads the next page on request, and keeps the loaded entries if that fails", async () => {
  const second = [() => refusal(503, "The database is away."), () => ({ blocks: [anEntry("recipes")] })];
  const server = aServer().on("GET /api/memory/blocks", ({ url }) =>
    url.searchParams.has("cursor")
      ? second.shift()?.()
      : { blocks: [anEntry("letters")], nextCursor: "after letters" },
  );
  draw(server);
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  const again = await screen.findByRole("button", { name: "Try again" });
  screen.getByText("About letters.");
  fireEvent.click(again);
  await screen.findByText("About recipes.");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(server.asked).toContain("GET /api/memory/blocks?kind=archival&cursor=after+letters");
});

it("the archive creates an entry once despite repeated clicks, and opens it", async () => {
  const answer = gate<unknown>();
  const sent: unknown[] = [];
  const made = anEntry("letters");
  const server = aServer()
    .on("GET /api/memory/blocks/letters", () => ({ block: made }))
    .on("POST /api/memory/blocks", ({ body }) => {
      sent.push(body);
      return answer.wait;
    });
  draw(server);
  fireEvent.click(await screen.findByRole("button", { name: "New" }));
  const form = await dialog();
  expect(form.getByRole("radio", { name: "Archive" }).getAttribute("aria-checked")).toBe("true");
  fireEvent.change(form.getByRole("textbox", { name: /^Label/ }), { target: { value: "letters" } });
  fireEvent.change(form.getByRole("textbox", { name: /^Purpose/ }), { target: { value: "Of Ada" } });
  fireEvent.change(form.getByRole("textbox", { name: /^Text/ }), { target: { value: "Dear Ada" } });
  const remember = form.getByRole("button", { name: "Remember" });
  fireEvent.click(remember);
  await waitFor(() => expect(remember.getAttribute("aria-disabled")).toBe("true"));
  fireEvent.click(remember);
  answer.open({ block: made });
  await screen.findByRole("textbox", { name: "Text of letters" });
  expect(location.pathname).toBe("/memory/archive/letters");
  expect(sent).toEqual([
    {
      ...{ label: "letters", kind: "archival", description: "Of Ada", text: "Dear Ada" },
      charLimit: expect.any(Number),
    },
  ]);
});

it("the archive merges an entry into the selected block, and sends the versions of both", async () => {
  const sent: unknown[] = [];
  const server = aServer(
    anEntry("letters", { version: 4 }),
    anEntry("recipes", { version: 2 }),
    aBlock("person"),
  ).on("POST /api/memory/merge", ({ body }) => {
    sent.push(body);
    return sent.length === 1 ? refusal(409, "Another version of “recipes” is live.") : { success: true };
  });
  draw(server);
  const merge = await beginMerge("letters");
  const into = merge.getByRole("combobox", { name: "Into" });
  await merge.findByRole("option", { name: "person" });
  expect(
    within(into)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["person", "recipes (archive)"]);
  fireEvent.change(into, {
    target: { value: within(into).getByRole<HTMLOptionElement>("option", { name: /recipes/ }).value },
  });
  fireEvent.click(merge.getByRole("button", { name: "Merge" }));
  await merge.findByText("Not merged. Another version of “recipes” is live.");
  fireEvent.click(merge.getByRole("button", { name: "Merge" }));
  await waitFor(() => expect(notices()).toContain("Merged into “recipes”."));
  expect(screen.queryByRole("dialog")).toBeNull();
  const body = {
    from: { label: "letters", isArchival: true, version: 4 },
    into: { label: "recipes", isArchival: true, version: 2 },
  };
  expect(sent).toEqual([body, body]);
});

it("the archive does not merge into a block without enough room, and lets the user choose another", async () => {
  const full = anEntry("recipes", { text: "x".repeat(90), charLimit: 100 });
  const sent: unknown[] = [];
  const server = aServer(anEntry("letters", { text: "y".repeat(10) }), full, anEntry("songs")).on(
    "POST /api/memory/merge",
    ({ body }) => {
      sent.push(body);
      return { success: true };
    },
  );
  draw(server);
  const merge = await beginMerge("letters");
  await merge.findByText("Too long for “recipes”: raise its limit first.");
  fireEvent.click(merge.getByRole("button", { name: "Merge" }));
  const into = merge.getByRole("combobox", { name: "Into" });
  fireEvent.change(into, {
    target: { value: within(into).getByRole<HTMLOptionElement>("option", { name: /songs/ }).value },
  });
  fireEvent.click(merge.getByRole("button", { name: "Merge" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toMatchObject([{ into: { label: "songs" } }]);
});

it("the archive disables merging if there is only one block", async () => {
  draw(aServer(anEntry("letters")));
  const merge = await beginMerge("letters");
  merge.getByText("No other block.");
  expect(merge.getByRole("button", { name: "Merge" }).getAttribute("aria-disabled")).toBe("true");
});
