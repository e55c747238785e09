import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AgentsContext } from "@/components/client/shell/layout-context";
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
import "./merge-dialog";
import "./new-entry";
import "./summary";

function aServer(...blocks: BlockView[]) {
  const find = (label: string) => blocks.find((block) => block.label === label);
  const { server } = memoryServer({ summary: "Lives in Bern.", blocks });
  for (const { label } of [...blocks])
    server
      .on(`GET /api/memory/blocks/${label}`, () => ({ block: find(label) }))
      .on(`PATCH /api/memory/blocks/${label}`, ({ body }) => {
        const { version, ...fields } = body as { version: number };
        const block = find(label);
        if (!block) return refusal(404, "There is no such block.");
        if (version !== block.version)
          return refusal(409, "Another version is live.", { version: block.version });
        Object.assign(block, fields, { version: version + 1 });
        return { block };
      });
  return server;
}

const draw = (server: FakeServer, path = "/memory") => drawPage(<MemoryPage now={NOW} />, { server, path });
const row = async (label: string) => within((await screen.findByText(label)).closest("li") as HTMLElement);
const dialog = async () => within(await screen.findByRole("dialog"));

beforeEach(() => localStorage.clear());

describe("a block in the list", () => {
  it("shows that it is nearly full, and the rights of the agent", async () => {
    draw(aServer(aBlock("person", { text: "x".repeat(4_900), permission: "partner" }), aBlock("garden")));
    const one = await row("person");
    one.getByText("4,900 / 5,000");
    one.getByText("Ask you each time");
    expect(one.getByRole("progressbar").getAttribute("aria-valuetext")).toBe("4,900 of 5,000 characters");
    expect((await row("garden")).queryByRole("progressbar")).toBeNull();
  });

  it("reloads if a block changes elsewhere, and ignores other notifications", async () => {
    const block = aBlock("person");
    const { server, tell } = draw(aServer(block));
    await row("person");
    tell("history tool half");
    block.text = "Moved to Basel.";
    tell("history block person");
    await screen.findByText("Moved to Basel.");
    expect(server.asked.filter((one) => one.endsWith("kind=core"))).toHaveLength(2);
  });

  it("removes a deleted block immediately, and restores it from the history", async () => {
    const revision = aRevision(1, { kind: "block", name: "person" });
    const blocks = [aBlock("person")];
    const server = aServer(...blocks)
      .on("GET /api/memory/blocks", ({ url }) => ({
        blocks: blocks.filter(({ kind }) => kind === url.searchParams.get("kind")),
      }))
      .on("DELETE /api/memory/blocks/person", () => {
        blocks.pop();
        return { success: true };
      })
      .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...revision, deleted: true }), revision] }))
      .on(`POST /api/history/${revision.id}/restore`, () => {
        blocks.push(aBlock("person"));
        return { ...revision, content: {} };
      });
    draw(server);
    fireEvent.click((await row("person")).getByRole("button", { name: "More for “person”" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByText("person")).toBeNull());
    await waitFor(() => expect(notices()).toContain("Deleted “person”. History keeps it."));
    pressNotice("Undo");
    await row("person");
  });
});

describe("a shared block", () => {
  const anAgent = (id: string, name: string) => ({
    ...{
      id,
      name,
      description: "",
      mark: "",
      model: null,
      starters: [],
      createdAt: ago(60),
      archivedAt: null,
    },
  });
  const agents = [anAgent("me", "Ada"), anAgent("scout", "Scout"), anAgent("cook", "Cook")];
  const drawFor = (server: FakeServer) =>
    drawPage(
      <AgentsContext value={{ agents, current: "me", first: "me" }}>
        <MemoryPage now={NOW} />
      </AgentsContext>,
      { server, path: "/memory/blocks/plan" },
    );

  it("is shared with another agent, gets another permission, and is unshared", async () => {
    let shares: object[] = [];
    const server = aServer(aBlock("plan"))
      .on("GET /api/memory/blocks/plan", () => ({ block: aBlock("plan"), shares }))
      .on("PUT /api/memory/blocks/plan/shares/cook", ({ body }) => {
        shares = [{ agent: "cook", name: "Cook", ...(body as object) }];
        return { shares };
      })
      .on("DELETE /api/memory/blocks/plan/shares/cook", () => {
        shares = [];
        return { shares };
      });
    drawFor(server);
    const part = within(await (await dialog()).findByRole("region", { name: "Other agents" }));
    fireEvent.change(part.getByRole("combobox", { name: "Agent" }), { target: { value: "cook" } });
    fireEvent.change(part.getByRole("combobox", { name: "Permission" }), { target: { value: "append" } });
    fireEvent.click(part.getByRole("button", { name: "Share" }));
    const may = await part.findByRole<HTMLSelectElement>("combobox", { name: "Permissions of Cook" });
    expect(may.value).toBe("append");
    // The select no longer offers an agent with which the block is already shared.
    expect(part.queryByRole("option", { name: "Cook" })).toBeNull();
    fireEvent.change(may, { target: { value: "read_write" } });
    await waitFor(() => expect(shares).toMatchObject([{ permission: "read_write" }]));
    await waitFor(() =>
      expect(part.getByRole<HTMLButtonElement>("button", { name: /Stop/ }).disabled).toBe(false),
    );
    fireEvent.click(part.getByRole("button", { name: "Stop sharing with Cook" }));
    await waitFor(() => expect(part.queryByText("Cook", { selector: "span" })).toBeNull());
    server.on("PUT /api/memory/blocks/plan/shares/scout", () =>
      refusal(409, "It has a block “plan” already."),
    );
    fireEvent.change(part.getByRole("combobox", { name: "Agent" }), { target: { value: "scout" } });
    await waitFor(() =>
      expect(part.getByRole("button", { name: "Share" }).getAttribute("aria-disabled")).toBe("false"),
    );
    fireEvent.click(part.getByRole("button", { name: "Share" }));
    await part.findByText(/It has a block “plan” already/);
  });

  it("shows its owner, and hides actions that are reserved for the owner", async () => {
    const sharedBy = { agent: "scout", name: "Scout" };
    drawFor(aServer(aBlock("plan", { permission: "append", sharedBy })));
    const open = await dialog();
    expect((await open.findByRole("link", { name: "Scout" })).getAttribute("href")).toBe(
      "/a/scout/memory/blocks/plan",
    );
    open.getByText(/This agent’s permission: Append/);
    open.getByRole("textbox", { name: "Text of plan" });
    expect(open.queryByRole("button", { name: "Delete" })).toBeNull();
    expect(open.queryByRole("region", { name: "Other agents" })).toBeNull();
    await screen.findByText("Shared by Scout");
  });
});

describe("one block", () => {
  it("shows a new permission immediately, and reverts it if the server refuses", async () => {
    const answer = gate<unknown>();
    const server = aServer(aBlock("person")).on("PATCH /api/memory/blocks/person", () => answer.wait);
    draw(server, "/memory/blocks/person");
    const open = await dialog();
    const choice = (name: string) => open.getByRole("radio", { name });
    fireEvent.click(await open.findByRole("radio", { name: "Read only" }));
    expect(choice("Read only").getAttribute("aria-checked")).toBe("true");
    answer.open(refusal(422, "That cannot be."));
    await waitFor(() => expect(choice("Change").getAttribute("aria-checked")).toBe("true"));
    await waitFor(() => expect(notices()).toContain("“person” not changed. That cannot be."));
  });

  it("is not overwritten after a change elsewhere, and keeps the draft beside the live text", async () => {
    const block = aBlock("person");
    const { tell } = draw(aServer(block), "/memory/blocks/person");
    const open = await dialog();
    const field = await open.findByRole<HTMLTextAreaElement>("textbox", { name: "Text of person" });
    fireEvent.change(field, { target: { value: "Mine." } });
    Object.assign(block, { text: "Theirs.", version: 2 });
    fireEvent.click(open.getAllByRole("button", { name: "Save" })[0] as HTMLElement);
    fireEvent.click(await open.findByRole("button", { name: "Compare" }));
    await open.findByText("Theirs.");
    expect(field.value).toBe("Mine.");
    fireEvent.click(open.getByRole("button", { name: "Save mine over it" }));
    await open.findByText("Saved as version 3");
    expect(block.text).toBe("Mine.");
    tell("history block person");
    await waitFor(() => expect(field.value).toBe("Mine."));
  });

  it("is not requested again after its deletion, even if the URL still names it for a moment", async () => {
    const server = aServer(aBlock("person")).on("DELETE /api/memory/blocks/person", () => ({
      success: true,
    }));
    const { tell } = draw(server, "/memory/blocks/person");
    const open = await dialog();
    const write = vi.spyOn(history, "pushState").mockImplementation(() => {});
    fireEvent.click(await open.findByRole("button", { name: "Delete" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(write).toHaveBeenCalledWith(null, "", "/memory");
    await waitFor(() => expect(notices()).toContain("Deleted “person”. History keeps it."));
    const lists = () => server.asked.filter((one) => one.endsWith("kind=core")).length;
    const before = lists();
    tell("history block person");
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
    expect(server.asked.filter((one) => one.startsWith("GET /api/memory/blocks/person"))).toHaveLength(1);
    write.mockRestore();
  });

  it("shows an error with a retry if it does not exist", async () => {
    draw(aServer(), "/memory/blocks/gone");
    const open = await dialog();
    await open.findByText("There is no such page.");
    open.getByRole("button", { name: "Try again" });
  });

  it("is created with a label converted to the allowed format", async () => {
    const sent: unknown[] = [];
    const server = aServer().on("POST /api/memory/blocks", ({ body }) => {
      sent.push(body);
      return refusal(409, "There is a block “my_garden” already.");
    });
    draw(server);
    fireEvent.click(await screen.findByRole("button", { name: "New" }));
    const form = await dialog();
    fireEvent.click(form.getByRole("radio", { name: "Block" }));
    fireEvent.click(form.getByRole("button", { name: "Remember" }));
    await form.findByText(/First a–z or 0–9/);
    fireEvent.change(form.getByRole("textbox", { name: /Label/ }), { target: { value: "My garden" } });
    fireEvent.click(form.getByRole("button", { name: "Remember" }));
    await form.findByText("Not saved. There is a block “my_garden” already.");
    expect(sent).toEqual([{ label: "my_garden", kind: "core", description: "", text: "", charLimit: 5_000 }]);
  });
});

it("the page shows whether memory is on, and switches it on and off", async () => {
  const rest = { category: "Memory", available: true, instructions: "", tools: [] };
  const modes = ["off"];
  const toolset = () => ({ id: "memory", title: "Memory", mode: modes.at(-1), ...rest });
  const server = aServer()
    .on("GET /api/tools", () => ({ toolsets: [toolset()] }))
    .on("PATCH /api/toolsets/memory", ({ body }) => {
      modes.push((body as { mode: string }).mode);
      return { toolset: toolset() };
    });
  draw(server);
  await screen.findByText(/^The agent sees and adds nothing/);
  fireEvent.click(screen.getByRole("switch", { name: "Memory is on" }));
  await waitFor(() => expect(screen.queryByText(/^Off: the agent/)).toBeNull());
  fireEvent.click(screen.getByRole("switch", { name: "Memory is on" }));
  await screen.findByText(/^The agent sees and adds nothing/);
  screen.getByText("Off", { exact: true });
  expect(modes).toEqual(["off", "on", "off"]);
});
