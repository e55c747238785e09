import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { MemoryPage } from "./memory-page";
// Preload lazy modules, so that tests do not wait for them.
import "./block-detail";
import "@/components/ui/kit/action-menu";
import "./summary-card";

const aBlock = (rest: Partial<BlockView> = {}): BlockView => ({
  ...{ label: "person", kind: "core", isArchival: false, text: "Lives here.", description: "", version: 1 },
  ...{ permission: "read_write", charLimit: 5_000, origins: [], pinnedAt: null, lastUsedAt: null },
  ...{ createdAt: ago(60), updatedAt: ago(30) },
  ...rest,
});

/**
 * Mocks a server with one block. It accepts changes that are based on the live version, and records all
 * changes.
 */
function aServer(block = aBlock()) {
  const sent: unknown[] = [];
  const server = new FakeServer()
    .on("GET /api/tools", () => ({ toolsets: [] }))
    .on("GET /api/origins", () => ({ marks: [] }))
    .on("GET /api/history", () => ({ revisions: [] }))
    .on("GET /api/memory/blob", () => ({ content: "Lives in Bern.", version: 3 }))
    .on("GET /api/memory/blocks", ({ url }) => ({
      blocks: [block].filter(({ kind }) => kind === url.searchParams.get("kind")),
    }))
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
  return { server, block, sent };
}
const draw = (server: FakeServer, path = "/memory/blocks/person") =>
  drawPage(<MemoryPage now={NOW} />, { server, path });
const dialog = async () => within(await screen.findByRole("dialog"));

describe("the description of a block", () => {
  it("is saved with the limit, based on the loaded version", async () => {
    const { server, sent } = aServer(aBlock({ version: 6 }));
    draw(server);
    const open = await dialog();
    const form = within(await open.findByRole("form", { name: "What it is for" }));
    fireEvent.change(form.getByRole("textbox", { name: /^What it is for/ }), { target: { value: "Me" } });
    fireEvent.change(form.getByRole("textbox", { name: /^Limit/ }), { target: { value: "900" } });
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toEqual([{ description: "Me", charLimit: 900, version: 6 }]));
  });

  it("is not saved with an invalid limit, and the form shows the reason", async () => {
    const { server, sent } = aServer();
    draw(server);
    const open = await dialog();
    const form = within(await open.findByRole("form", { name: "What it is for" }));
    const field = form.getByRole("textbox", { name: /^Limit/ });
    const enter = (value: string) => {
      fireEvent.change(field, { target: { value } });
      fireEvent.submit(field);
    };
    enter("10");
    form.getByText("Its text has 11 characters. Shorten it first");
    for (const wrong of ["2.5", "", "0", "9999999"]) {
      enter(wrong);
      form.getByText(/^Give a whole number from 1 to/);
      expect(field.getAttribute("aria-invalid")).toBe("true");
    }
    enter("12");
    await waitFor(() => expect(sent).toMatchObject([{ charLimit: 12 }]));
  });
});

it("the panel changes the kind of a block and pins it", async () => {
  const { server, sent, block } = aServer();
  draw(server);
  const open = await dialog();
  fireEvent.click(await open.findByRole("button", { name: "Make it a working block" }));
  await open.findByRole("button", { name: "Make it a core block" });
  fireEvent.click(open.getByRole("button", { name: "Pin" }));
  await open.findByRole("button", { name: "Unpin" });
  await waitFor(() => expect(sent).toEqual([{ kind: "working", version: 1 }, { pinned: true }]));
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
  expect(notices()).toContain("Could not delete “person”. An agent is reading it.");
});

it("restoring a deleted block can be retried if it failed", async () => {
  const { server, block } = aServer();
  const last = { kind: "block", name: "person" } as const;
  const revision = aRevision(1, last);
  let isThere = true;
  server
    .on("GET /api/memory/blocks", ({ url }) => ({
      blocks: isThere && url.searchParams.get("kind") === "core" ? [block] : [],
    }))
    .on("DELETE /api/memory/blocks/person", () => {
      isThere = false;
      return { success: true };
    })
    .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...last, deleted: true }), revision] }))
    .lose(`POST /api/history/${revision.id}/restore`);
  draw(server);
  const open = await dialog();
  fireEvent.click(await open.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(notices()).toContain("Deleted “person”. The history keeps it."));
  pressNotice("Undo");
  await waitFor(() => expect(String(notices()[0])).toMatch(/^Could not restore “person”\./));
  server.on(`POST /api/history/${revision.id}/restore`, () => {
    isThere = true;
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
    const card = within(await screen.findByRole("region", { name: "In short" }));
    fireEvent.click(await card.findByRole("button", { name: "Edit" }));
    const open = await dialog();
    const field = await open.findByRole("textbox", { name: "In short" });
    fireEvent.change(field, { target: { value: "Lives in Basel." } });
    fireEvent.click(open.getByRole("button", { name: "Save" }));
    await open.findByText("Saved as version 4");
    expect(sent).toEqual([{ content: "Lives in Basel.", version: 3 }]);
    card.getByText("Lives in Basel.");
  });

  it("shows a placeholder if it is empty", async () => {
    const { server } = aServer();
    draw(
      server.on("GET /api/memory/blob", () => ({ content: " \n", version: 1 })),
      "/memory",
    );
    await screen.findByText("No memories stored yet.");
  });

  it("shows an error in the panel if loading fails, and loads on retry", async () => {
    const { server } = aServer();
    server.on("GET /api/memory/blob", () => refusal(503, "The database is away."));
    draw(server, "/memory/blocks/Summary");
    const open = await dialog();
    await open.findByText("Could not load. The database is away.");
    server.on("GET /api/memory/blob", () => ({ content: "Lives in Bern.", version: 3 }));
    fireEvent.click(open.getByRole("button", { name: "Try again" }));
    await open.findByRole("textbox", { name: "In short" });
  });
});
