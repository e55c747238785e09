import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { MCP } from "@/components/client/events";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import type { ServerView } from "@/lib/shared/mcp/view";
import { Servers } from "./servers";

const aServer = (rest: Partial<ServerView> = {}): ServerView => ({
  ...{ id: "wiki", title: "Wiki", transport: "http", url: "https://mcp.wiki.org/", command: null },
  ...{ args: [], headers: [], env: [], enabled: true, status: "connected", error: null },
  ...{ instructions: null, protocolVersion: null, connectedAt: ago(5), tools: [], resources: false },
  ...{ prompts: false, leftOut: [], mended: [], newInstructions: null, tokens: 0, changes: [] },
  ...rest,
});
const find = {
  ...{ name: "wiki_find", tool: "find", title: null, description: "Finds a page" },
  ...{ readOnly: true, version: 1, tokens: 1_200 },
};

function draw(...existing: ServerView[]) {
  const state = { servers: existing };
  const server = new FakeServer().on("GET /api/mcp", () => ({ servers: state.servers }));
  return { state, ...drawPage(<Servers />, { server }) };
}
const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const open = async (title: string) =>
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${title}`) }));

it("the list of servers shows a message if it is empty, and an error with retry if loading fails", async () => {
  const { server } = drawPage(<Servers />, { server: new FakeServer().lose("GET /api/mcp") });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Could not load\. Easel/);
  server.on("GET /api/mcp", () => ({ servers: [] }));
  press("Try again");
  await screen.findByText("None yet.");
});

describe("a server", () => {
  it("shows its status as it changes, and what each tool may do", async () => {
    const { state, tell } = draw(
      aServer({ tools: [find, { ...find, name: "wiki_write", readOnly: false }] }),
    );
    await open("Wiki");
    screen.getByText("Connected");
    screen.getByText("only reads, 1,200 tokens");
    screen.getByText("may change things, 1,200 tokens");
    expect(screen.getByRole("link", { name: "wiki_find" }).getAttribute("href")).toBe(
      "/agent/tools/wiki_find",
    );
    state.servers = [
      aServer({
        status: "lost",
        error: "It hung up.",
        leftOut: [{ name: "odd", why: "No schema." }],
        removed: 1,
      }),
    ];
    tell(MCP);
    await screen.findByText("Connection lost, retrying");
    screen.getByText("It hung up.");
    screen.getByText("1 tool left out");
    screen.getByText(/^1 invisible character was removed from Wiki/);
  });

  it("is disabled immediately, and enabled again if the server refuses, with the reason", async () => {
    const { server } = draw(aServer());
    const answer = gate<Response>();
    const sent: unknown[] = [];
    server.on("PATCH /api/mcp/wiki", ({ body }) => {
      sent.push(body);
      return answer.wait;
    });
    const use = await screen.findByRole("switch", { name: "Use Wiki" });
    fireEvent.click(use);
    await waitFor(() => expect(use.getAttribute("aria-checked")).toBe("false"));
    answer.open(refusal(500, "The disk is full."));
    await screen.findByText("Failed. The disk is full.");
    expect(use.getAttribute("aria-checked")).toBe("true");
    expect(sent).toEqual([{ enabled: false }]);
  });

  it("is tested once despite repeated clicks, and shows the result", async () => {
    const { server } = draw(aServer());
    const answer = gate<unknown>();
    server.on("POST /api/mcp/wiki/test", () => answer.wait);
    await open("Wiki");
    press("Test connection");
    await screen.findByText("Connecting");
    press("Test connection");
    answer.open({ ok: true, milliseconds: 1_500, tools: 1 });
    await screen.findByText("Works: 1 tool in 1.5 s.");
    expect(server.count("POST /api/mcp/wiki/test")).toBe(1);
    server.on("POST /api/mcp/wiki/test", () => ({ ok: false, code: "refused", message: "It wants a key." }));
    press("Test connection");
    await screen.findByText("It wants a key.");
    server.lose("POST /api/mcp/wiki/test");
    press("Test connection");
    await screen.findByText(/^Easel cannot be reached/);
  });

  it("starts a local program only after its exact command is confirmed", async () => {
    const local = aServer({
      ...{ transport: "stdio", url: null, command: "npx", args: ["-y", "", "rm -rf"], env: ["TOKEN"] },
      ...{ status: "unconfirmed", connectedAt: null },
    });
    const { server, state } = draw(local);
    const argumentList = await screen.findByRole("list", { name: "Command and arguments" });
    expect(
      within(argumentList)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([...["npx", "-y", "(empty)", "rm -rf"]]);
    screen.getByText("Environment: only TOKEN.");
    expect(screen.queryByRole("button", { name: "Test connection" })).toBeNull();
    server.on("POST /api/mcp/wiki/confirm", () => refusal(409, "The command has changed."));
    press("Start this program");
    await screen.findByText("Failed. The command has changed.");
    const answer = gate<unknown>();
    const sent: unknown[] = [];
    server.on("POST /api/mcp/wiki/confirm", ({ body }) => {
      sent.push(body);
      return answer.wait;
    });
    press("Start this program");
    await waitFor(() => expect(button("Start this program").getAttribute("aria-disabled")).toBe("true"));
    press("Start this program");
    state.servers = [{ ...local, status: "connecting" }];
    answer.open(state.servers[0]);
    await screen.findByText("Connecting");
    expect(sent).toEqual([{ command: "npx", args: ["-y", "", "rm -rf"] }]);
  });

  it("is expanded if its tools changed, and each change is accepted by version", async () => {
    const change = {
      name: "wiki_find",
      version: 4,
      isNew: false,
      before: "Finds a page",
      after: "Finds and sends a page",
    };
    const { server, state } = draw(aServer({ tools: [find], changes: [change] }));
    await screen.findByText("1 change to accept");
    const accept = await screen.findByRole("button", { name: "Accept wiki_find" });
    const sent: unknown[] = [];
    server.on("PATCH /api/mcp/wiki", () => refusal(409, "It has changed again."));
    fireEvent.click(accept);
    await screen.findByText("Failed. It has changed again.");
    server.on("PATCH /api/mcp/wiki", ({ body }) => {
      sent.push(body);
      state.servers = [aServer({ tools: [find] })];
      return state.servers[0];
    });
    fireEvent.click(accept);
    await waitFor(() => expect(screen.queryByText("1 change to accept")).toBeNull());
    expect(sent).toEqual([{ accept: [{ name: "wiki_find", version: 4 }] }]);
  });

  it("shows new instructions and new tools, and accepts all with one click", async () => {
    const change = { name: "wiki_more", version: 1, isNew: true, before: "", after: "Sends a page" };
    const { server, state } = draw(
      aServer({ tools: [find], changes: [change], instructions: "Be brief.", newInstructions: "Be long." }),
    );
    await screen.findByRole("button", { name: "Accept wiki_more" });
    await screen.findByRole("button", { name: "Accept Instructions" });
    const sent: unknown[] = [];
    server.on("PATCH /api/mcp/wiki", ({ body }) => {
      sent.push(body);
      state.servers = [aServer({ tools: [find] })];
      return state.servers[0];
    });
    press("Accept all 2");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Accept Instructions" })).toBeNull());
    expect(sent).toEqual([{ accept: [{ name: "wiki_more", version: 1 }], acceptInstructions: "Be long." }]);
  });

  it("is removed with one click, and stays if the server refuses, with the reason", async () => {
    const { server, state } = draw(aServer({ authUrl: "https://wiki.example/sign-in", status: "sign_in" }));
    const link = await screen.findByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("https://wiki.example/sign-in");
    server.on("DELETE /api/mcp/wiki", () => refusal(500, "The disk is full."));
    press("Remove Wiki");
    await screen.findByText("Failed. The disk is full.");
    const answer = gate<unknown>();
    server.on("DELETE /api/mcp/wiki", () => answer.wait);
    press("Remove Wiki");
    await waitFor(() => expect(server.count("DELETE /api/mcp/wiki")).toBe(2));
    press("Remove Wiki");
    state.servers = [];
    answer.open({});
    await screen.findByText("None yet.");
    expect(server.count("DELETE /api/mcp/wiki")).toBe(2);
  });
});

describe("the form of a new server", () => {
  const field = () => screen.getByLabelText<HTMLTextAreaElement>("Address, command or mcp.json");
  const type = (value: string) => fireEvent.change(field(), { target: { value } });

  it("sends an address with a key, and adds the server to the list", async () => {
    const { server, state } = draw();
    await screen.findByText("None yet.");
    const sent: unknown[] = [];
    server.on("POST /api/mcp", ({ body }) => {
      sent.push(body);
      state.servers = [aServer()];
      return {};
    });
    type("npx -y server");
    expect(screen.queryByLabelText("Key")).toBeNull();
    type("https://mcp.wiki.org/");
    fireEvent.change(screen.getByLabelText("Key"), { target: { value: "k-1" } });
    press("Add");
    await screen.findByRole("switch", { name: "Use Wiki" });
    expect(sent).toEqual([
      { id: "wiki", url: "https://mcp.wiki.org/", headers: { Authorization: "Bearer k-1" } },
    ]);
    expect(field().value).toBe("");
  });

  it("rejects invalid input without a request, and keeps what the server refuses", async () => {
    const { server } = draw();
    server.on("POST /api/mcp", () => refusal(409, "There is a server of that name."));
    press("Add");
    await screen.findByText("Required.");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    type("npx 'open");
    press("Add");
    await screen.findByText("Unclosed quotation mark.");
    expect(server.count("POST /api/mcp")).toBe(0);
    type("npx -y @acme/server-wiki");
    press("Add");
    await screen.findByText("There is a server of that name.");
    expect(field().value).toBe("npx -y @acme/server-wiki");
  });
});
