import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import { componentToolName } from "@/lib/shared/components/tool-name";
import type { TokenView } from "@/lib/shared/mcp/tokens";
import type { ToolsetView } from "@/lib/shared/tools/view";
import { Programs } from "./programs";

const token = (rest: Partial<TokenView> = {}): TokenView => ({
  ...{ id: "t1", name: "Zed", tools: "*", scopes: [], expiresAt: null, createdAt: ago(90), lastUsedAt: null },
  ...rest,
});
const toolset = (title: string, names: string[]): ToolsetView => ({
  ...{ id: title, title, category: "Tools", mode: "on", available: true, instructions: "" },
  tools: names.map((name) => ({
    ...{ name, description: "", inputSchema: {}, policy: "ask", enabled: true, pauses: false },
  })),
});
const component = (name: string, origins?: string[]) => ({
  ...{ name, description: "", version: 1, props_schema: null, updatedAt: ago(5) },
  ...(origins && { origins }),
});
const SECRET = "easel_0123456789";

function draw(...existing: TokenView[]) {
  const state = { tokens: existing };
  const server = new FakeServer().on("GET /api/mcp/tokens", () => ({ tokens: state.tokens }));
  const page = (
    <Programs
      address="http://easel.test/mcp"
      http="http://easel.test/api"
      api="http://easel.test/v1"
      agUi="http://easel.test/ag-ui"
      bridge="/srv/easel/bridge.mjs"
    />
  );
  return { state, ...drawPage(page, { server }) };
}
const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const nameField = () => screen.getByLabelText<HTMLInputElement>("Program");
const name = (value: string) => fireEvent.change(nameField(), { target: { value } });

describe("the list of programs", () => {
  it("shows the tools of each program and when it was last used", async () => {
    const many = ["a_one", "b_two", "c_three", "d_four", "e_five"];
    draw(
      token(),
      token({ id: "t2", name: "Script", tools: ["fetch_page", "half"], lastUsedAt: ago(5) }),
      token({ id: "t3", name: "Editor", tools: many }),
    );
    await screen.findByText("Zed");
    const [zed, script, editor] = screen.getAllByRole("listitem").map((row) => row.textContent);
    expect(zed).toMatch(/All tools.*Never used/);
    expect(script).toMatch(/fetch_page, half.*Last used/);
    expect(editor).toContain("5 tools");
  });

  it("shows a message if it is empty, and an error with retry if loading fails", async () => {
    const { server } = drawPage(<Programs address="" http="" api="" agUi="" bridge="" />, {
      server: new FakeServer().lose("GET /api/mcp/tokens"),
    });
    expect((await screen.findByRole("alert")).textContent).toMatch(/^Could not load\. Easel/);
    server.on("GET /api/mcp/tokens", () => ({ tokens: [] }));
    press("Try again");
    await screen.findByText("None yet.");
  });

  it("revokes a token after confirmation, and keeps it if the server refuses", async () => {
    const { server, state } = draw(token());
    server.on("DELETE /api/mcp/tokens/t1", () => refusal(500, "The disk is full."));
    fireEvent.click(await screen.findByRole("button", { name: "Revoke the token of Zed" }));
    const question = within(screen.getByRole("alertdialog", { name: "Revoke “Zed”?" }));
    fireEvent.click(question.getByRole("button", { name: "Revoke" }));
    await question.findByText("Failed. The disk is full.");
    server.on("DELETE /api/mcp/tokens/t1", () => {
      state.tokens = [];
      return {};
    });
    fireEvent.click(question.getByRole("button", { name: "Revoke" }));
    await screen.findByText("None yet.");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });
});

describe("the form of a new token", () => {
  it("creates one token, shows it once with instructions, and resets", async () => {
    const { server, state } = draw();
    const made = gate<unknown>();
    const sent: unknown[] = [];
    server.on("POST /api/mcp/tokens", ({ body }) => {
      sent.push(body);
      return made.wait;
    });
    press("Create a token");
    expect(document.activeElement).toBe(nameField());
    name("Zed");
    press("Create a token");
    press("Create a token");
    state.tokens = [token()];
    made.open({ id: "t1", token: SECRET });
    await screen.findByText("The token of Zed");
    expect(sent).toEqual([{ name: "Zed", tools: "*", scopes: [] }]);
    expect(document.activeElement?.textContent).toMatch(/^Not shown again/);
    screen.getByText(SECRET);
    expect(document.body.textContent).toContain(`Bearer ${SECRET}`);
    expect(document.body.textContent).toContain("/srv/easel/bridge.mjs");
    screen.getByText("http://easel.test/v1");
    screen.getByText("http://easel.test/ag-ui");
    await screen.findByRole("button", { name: "Revoke the token of Zed" });
    press("Done");
    expect(document.body.innerHTML).not.toContain(SECRET);
    expect(nameField().value).toBe("");
  });

  it("keeps the input if the server refuses, with the reason at its field", async () => {
    const { server } = draw();
    server.on("POST /api/mcp/tokens", () => refusal(409, "There are 50 tokens already."));
    name("Zed");
    press("Create a token");
    await screen.findByText("There are 50 tokens already.");
    server.on("POST /api/mcp/tokens", () =>
      refusal(422, "The body is not valid.", [{ path: "name", message: "Another program is called so." }]),
    );
    press("Create a token");
    await screen.findByText("Another program is called so.");
    expect(nameField().getAttribute("aria-invalid")).toBe("true");
    expect(nameField().value).toBe("Zed");
  });

  it("selects single tools, or a whole toolset with one click", async () => {
    const { server } = draw();
    const sent: unknown[] = [];
    server.lose("GET /api/tools").on("POST /api/mcp/tokens", ({ body }) => {
      sent.push(body);
      return { id: "t1", token: SECRET };
    });
    name("Zed");
    fireEvent.click(screen.getByRole("radio", { name: "Only some" }));
    await screen.findByText(/^Could not load\. Easel cannot be reached/);
    const sets = [
      toolset("Web", ["fetch_page", "web_search"]),
      toolset("Own", ["half"]),
      toolset("None", []),
    ];
    server.on("GET /api/tools", () => ({ toolsets: sets }));
    server.on("GET /api/components", () => ({
      components: [component("Trip plan"), component("Seen", ["a.example"])],
    }));
    press("Try again");
    const box = (name: string) => screen.getByRole("checkbox", { name });
    fireEvent.click(await screen.findByRole("checkbox", { name: "Web" }));
    expect(box("web_search").getAttribute("aria-checked")).toBe("true");
    fireEvent.click(box("web_search"));
    expect(box("Web").getAttribute("aria-checked")).toBe("mixed");
    fireEvent.click(box("half"));
    expect(box("Own").getAttribute("aria-checked")).toBe("true");
    expect(screen.queryByRole("checkbox", { name: "None" })).toBeNull();
    expect(screen.queryByRole("checkbox", { name: "Seen" })).toBeNull();
    fireEvent.click(box("Show components"));
    press("Create a token");
    await screen.findByText("The token of Zed");
    expect(sent).toEqual([
      { name: "Zed", tools: ["fetch_page", "half", componentToolName("Trip plan")], scopes: [] },
    ]);
    // Without ask_agent, this token cannot talk to the agent.
    expect(screen.queryByText("http://easel.test/v1")).toBeNull();
    expect(screen.queryByText("http://easel.test/ag-ui")).toBeNull();
  });

  it("gives scopes and an expiry to a token for all tools", async () => {
    const { server, state } = draw();
    const sent: unknown[] = [];
    server.on("POST /api/mcp/tokens", ({ body }) => {
      sent.push(body);
      state.tokens = [token({ scopes: ["read", "write"], expiresAt: "2999-01-01T00:00:00Z" })];
      return { id: "t1", token: SECRET };
    });
    name("Zed");
    fireEvent.click(screen.getByRole("checkbox", { name: "Write" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "Read" }));
    fireEvent.change(screen.getByLabelText("Expires"), { target: { value: "30" } });
    press("Create a token");
    await screen.findByText("http://easel.test/api");
    expect(sent).toEqual([{ name: "Zed", tools: "*", scopes: ["read", "write"], days: 30 }]);
    const [row] = (await screen.findAllByRole("listitem")).map((one) => one.textContent);
    expect(row).toMatch(/HTTP API: Read, Write.*expires/);
    press("Done");
    fireEvent.click(screen.getByRole("radio", { name: "Only some" }));
    expect(screen.queryByRole("checkbox", { name: "Read" })).toBeNull();
  });
});
