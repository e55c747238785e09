import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AGENTS } from "@/components/client/events";
import { AgentsContext } from "@/components/client/shell/layout-context";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { AgentsCard } from "./agents-card";
import { NewAgentCard } from "./new-agent-card";

const agent = (id: string, name: string, rest: Partial<AgentView> = {}): AgentView => ({
  ...{ id, name, description: `What ${name} does`, mark: "teal", model: null, starters: [] },
  ...{ createdAt: ago(60), archivedAt: null },
  ...rest,
});
const scout = agent("scout", "Scout");
const clerk = agent("clerk", "Clerk", { archivedAt: NOW });

let assign = vi.spyOn(location, "assign");
beforeEach(() => {
  assign = vi.spyOn(location, "assign").mockReset();
});

describe("the list of agents", () => {
  const draw = (server: FakeServer, agents = [scout, clerk]) =>
    drawPage(
      <AgentsContext value={{ agents, current: "scout", first: "scout" }}>
        <AgentsCard />
      </AgentsContext>,
      { server },
    );
  const aServer = () => new FakeServer().on("GET /api/agents", () => ({ agents: [] }));
  const row = (name: string) => {
    const found = screen.getAllByRole("listitem").find((one) => within(one).queryByText(name));
    return within(found as HTMLElement);
  };
  const press = (agent: string, name: string) => fireEvent.click(row(agent).getByRole("button", { name }));

  it("shows the current and the archived agent, and archives and unarchives them", async () => {
    const sent: unknown[] = [];
    const server = aServer();
    for (const id of ["scout", "clerk"])
      server.on(`PATCH /api/agents/${id}`, ({ body }) => {
        sent.push([id, body]);
        return {};
      });
    draw(server);
    row("Scout").getByText("This one");
    row("Clerk").getByText("Archived");
    expect(row("Scout").queryByRole("link", { name: "Open" })).toBeNull();
    press("Scout", "Archive");
    press("Clerk", "Unarchive");
    await waitFor(() =>
      expect(sent).toEqual([
        ["scout", { archived: true }],
        ["clerk", { archived: false }],
      ]),
    );
  });

  it("deletes agents, and leaves the page only if the current one is deleted", async () => {
    const server = aServer()
      .on("DELETE /api/agents/clerk", () => ({}))
      .on("DELETE /api/agents/scout", () => refusal(409, "It is in the middle of a run."));
    draw(server);
    press("Clerk", "Delete Clerk");
    await waitFor(() => expect(server.count("DELETE /api/agents/clerk")).toBe(1));
    press("Scout", "Delete Scout");
    expect((await screen.findByRole("alert")).textContent).toBe("It is in the middle of a run.");
    expect(assign).not.toHaveBeenCalled();
    server.on("DELETE /api/agents/scout", () => ({}));
    press("Scout", "Delete Scout");
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/settings/agents"));
  });

  it("edits name, description and starters in place", async () => {
    const starters = [{ title: "Search", text: "Find something" }];
    const sent: unknown[] = [];
    const server = aServer().on("PATCH /api/agents/scout", ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? refusal(500, "The disk is full.") : {};
    });
    draw(server, [agent("scout", "Scout", { starters })]);
    press("Scout", "Edit Scout");
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type("Description", "Finds it");
    fireEvent.click(screen.getByRole("button", { name: "Add a starter" }));
    type("Message of starter 2", "Find the rest");
    fireEvent.click(screen.getByRole("button", { name: "Add a starter" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe("The disk is full.");
    fireEvent.click(screen.getByRole("button", { name: "Remove starter 1" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
    const second = { title: "", text: "Find the rest" };
    expect(sent).toEqual([
      { name: "Scout", description: "Finds it", starters: [...starters, second] },
      { name: "Scout", description: "Finds it", starters: [second] },
    ]);
  });

  it("hides the delete button of the last agent", () => {
    draw(aServer(), [scout]);
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
  });

  it("restores deleted agents, and shows the reason if that fails", async () => {
    let bin = [agent("old", "Old hand", { deletedAt: NOW })];
    const server = aServer()
      .on("GET /api/agents", ({ url }) => ({ agents: url.searchParams.get("deleted") ? bin : [] }))
      .lose("POST /api/agents/old/restore");
    const { tell } = draw(server);
    await screen.findByText("Old hand");
    row("Old hand").getByText("Deleted");
    press("Old hand", "Restore");
    expect((await screen.findByRole("alert")).textContent).toMatch(/^Easel cannot be reached/);
    server.on("POST /api/agents/old/restore", () => {
      bin = [];
      return {};
    });
    press("Old hand", "Restore");
    await waitFor(() => expect(server.count("POST /api/agents/old/restore")).toBe(2));
    tell(AGENTS);
    await waitFor(() => expect(screen.queryByText("Old hand")).toBeNull());
  });
});

describe("the form of a new agent", () => {
  const draw = (server: FakeServer) =>
    drawPage(
      <AgentsContext value={{ agents: [scout], current: "scout", first: "scout" }}>
        <NewAgentCard />
      </AgentsContext>,
      { server },
    );
  const name = () => screen.getByLabelText<HTMLInputElement>("Name");
  const make = () => screen.getByRole<HTMLButtonElement>("button", { name: "Create agent" });
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it("creates the agent once from the input, and opens it", async () => {
    const made = gate<unknown>();
    const sent: unknown[] = [];
    const server = new FakeServer().on("POST /api/agents", ({ body }) => {
      sent.push(body);
      return made.wait;
    });
    draw(server);
    type("Name", "  ");
    expect(make().disabled).toBe(true);
    type("Name", "Fox");
    type("Description", "Looks things up");
    fireEvent.click(screen.getByLabelText("amber"));
    type("Sign", "🦊");
    type("Start with", "scout");
    fireEvent.click(make());
    const making = await screen.findByRole<HTMLButtonElement>("button", { name: "Creating…" });
    expect(making.disabled).toBe(true);
    made.open(agent("fox", "Fox"));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/a/fox"));
    expect(sent).toEqual([{ name: "Fox", description: "Looks things up", mark: "amber 🦊", from: "scout" }]);
  });

  it("keeps the input and shows the reason if the server refuses", async () => {
    const server = new FakeServer().on("POST /api/agents", () =>
      refusal(422, "There are 50 agents already."),
    );
    draw(server);
    type("Name", "Fox");
    type("Sign", "F");
    fireEvent.click(make());
    expect((await screen.findByRole("alert")).textContent).toBe("There are 50 agents already.");
    expect([name().value, screen.getByLabelText<HTMLInputElement>("Sign").value]).toEqual(["Fox", "F"]);
    expect(assign).not.toHaveBeenCalled();
    expect(make().disabled).toBe(false);
  });

  it("creates an example agent with one click", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("POST /api/agents", ({ body }) => {
      sent.push(body);
      return agent("ledger", "Ledger");
    });
    draw(server);
    fireEvent.click(screen.getByRole("button", { name: /^Ledger/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/a/ledger"));
    expect(sent).toEqual([{ name: "Ledger", example: "ledger" }]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Trip planner/ }).disabled).toBe(true);
  });
});
