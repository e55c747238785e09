import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { MemoryPage } from "./memory-page";
import { aBlock, memoryServer } from "./testing/memory-server";
// Preload lazy modules, so that tests do not wait for them.
import "./block-detail";
import "@/components/ui/kit/action-menu";
import "./summary";

const person = (rest: Partial<BlockView> = {}) => aBlock("person", { text: "Lives here.", ...rest });

/**
 * Mocks a server with one block. It accepts changes that are based on the live version, and records all
 * changes.
 */
function aServer(block = person()) {
  const sent: unknown[] = [];
  const { server, memory } = memoryServer({ summary: "Lives in Bern.", blocks: [block] });
  server
    .on("GET /api/memory/blocks/person", () => ({ block }))
    .on("PATCH /api/memory/blocks/person", ({ body }) => {
      sent.push(body);
      const {
        version = block.version,
        pinned,
        ...fields
      } = body as Partial<BlockView> & { pinned?: boolean };
      if (version !== block.version) return refusal(409, "Another version is live.");
      Object.assign(block, fields, { version: version + (pinned === undefined ? 1 : 0) });
      if (pinned !== undefined) block.pinnedAt = pinned ? ago(0) : null;
      return { block };
    });
  return { server, memory, block, sent };
}
const draw = (server: FakeServer, path = "/memory/blocks/person") =>
  drawPage(<MemoryPage now={NOW} />, { server, path });
const dialog = async () => within(await screen.findByRole("dialog"));

describe("the description of a block", () => {
  it("is saved with the limit, based on the loaded version", async () => {
    const { server, sent } = aServer(person({ version: 6 }));
    draw(server);
    const open = await dialog();
    const form = within(await open.findByRole("form", { name: "Purpose" }));
    fireEvent.change(form.getByRole("textbox", { name: /^Purpose/ }), { target: { value: "Me" } });
    fireEvent.change(form.getByRole("textbox", { name: /^Limit/ }), { target: { value: "900" } });
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toEqual([{ description: "Me", charLimit: 900, version: 6 }]));
  });

  it("is not saved with an invalid limit, and the form shows the reason", async () => {
    const { server, sent } = aServer();
    draw(server);
    const open = await dialog();
    const form = within(await open.findByRole("form", { name: "Purpose" }));
    const field = form.getByRole("textbox", { name: /^Limit/ });
    const enter = (value: string) => {
      fireEvent.change(field, { target: { value } });
      fireEvent.submit(field);
    };
    enter("10");
    form.getByText("Shorten the text first: 11 characters");
    for (const wrong of ["2.5", "", "0", "9999999"]) {
      enter(wrong);
      form.getByText(/^Whole number from 1 to/);
      expect(field.getAttribute("aria-invalid")).toBe("true");
    }
    enter("12");
    await waitFor(() => expect(sent).toMatchObject([{ charLimit: 12 }]));
  });
});

it("the menu pins a block", async () => {
  const { server, sent, block } = aServer();
  draw(server, "/memory");
  fireEvent.click(await screen.findByRole("button", { name: "More for “person”" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Pin" }));
  await screen.findByRole("img", { name: "Pinned" });
  await waitFor(() => expect(sent).toEqual([{ pinned: true }]));
  expect(block.pinnedAt).not.toBeNull();
});

it("the second of two quick changes is based on the result of the first", async () => {
  const { server, sent } = aServer();
  draw(server);
  const open = await dialog();
  fireEvent.click(await open.findByRole("radio", { name: "Append" }));
  fireEvent.click(open.getByRole("radio", { name: "Read only" }));
  await waitFor(() =>
    expect(sent).toEqual([
      { permission: "append", version: 1 },
      { permission: "read_only", version: 2 },
    ]),
  );
  expect(notices()).toEqual([]);
});

it("a block returns to the list with the reason if deleting it fails", async () => {
  const answer = gate<unknown>();
  const { server } = aServer();
  draw(server.on("DELETE /api/memory/blocks/person", () => answer.wait));
  const open = await dialog();
  fireEvent.click(await open.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("person")).toBeNull());
  answer.open(refusal(409, "An agent is reading it."));
  await screen.findByText("person");
  expect(notices()).toContain("“person” not deleted. An agent is reading it.");
});

it("restoring a deleted block can be retried if it failed", async () => {
  const { server, memory, block } = aServer();
  const last = { kind: "block", name: "person" } as const;
  const revision = aRevision(1, last);
  server
    .on("DELETE /api/memory/blocks/person", () => {
      memory.blocks = [];
      return { success: true };
    })
    .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...last, deleted: true }), revision] }))
    .lose(`POST /api/history/${revision.id}/restore`);
  draw(server);
  const open = await dialog();
  fireEvent.click(await open.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(notices()).toContain("Deleted “person”. History keeps it."));
  pressNotice("Undo");
  await waitFor(() => expect(String(notices()[0])).toMatch(/^“person” not restored\./));
  server.on(`POST /api/history/${revision.id}/restore`, () => {
    memory.blocks = [block];
    return { ...revision, content: {} };
  });
  pressNotice("Try again");
  await screen.findByText("person");
});

describe("the summary", () => {
  it("is edited in the panel, and the page shows the change immediately", async () => {
    const { server } = aServer();
    const sent: unknown[] = [];
    server.on("PUT /api/memory/blob", ({ body }) => {
      sent.push(body);
      return { ...(body as object), version: 4 };
    });
    draw(server, "/memory");
    fireEvent.click(await screen.findByRole("link", { name: "About you" }));
    const open = await dialog();
    const field = await open.findByRole("textbox", { name: "About you" });
    fireEvent.change(field, { target: { value: "Lives in Basel." } });
    fireEvent.click(open.getByRole("button", { name: "Save" }));
    await open.findByText("Saved as version 4");
    expect(sent).toEqual([{ content: "Lives in Basel.", version: 3 }]);
    const row = screen.getByText("About you", { selector: "a" }).closest("li") as HTMLElement;
    within(row).getByText("Lives in Basel.");
  });

  it("is missing in the list if it is empty, and can be written from the menu", async () => {
    const { server, memory } = aServer();
    memory.summary = " \n";
    draw(server, "/memory");
    await screen.findByRole("link", { name: "person" });
    expect(screen.queryByText("About you")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "More for memory" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Edit “About you”" }));
    await (await dialog()).findByRole("textbox", { name: "About you" });
  });

  it("shows an error in the panel if loading fails, and loads on retry", async () => {
    const { server } = aServer();
    server.on("GET /api/memory/blob", () => refusal(503, "The database is away."));
    draw(server, "/memory/blocks/Summary");
    const open = await dialog();
    await open.findByText("Could not load. The database is away.");
    server.on("GET /api/memory/blob", () => ({ content: "Lives in Bern.", version: 3 }));
    fireEvent.click(open.getByRole("button", { name: "Try again" }));
    await open.findByRole("textbox", { name: "About you" });
  });
});
