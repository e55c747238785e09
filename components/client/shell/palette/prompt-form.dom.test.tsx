import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { onFill } from "@/components/client/fill-composer";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import { CommandsProvider, useOffered } from "@/components/ui/kit/commands";
import { PromptForm } from "./prompt-form";
import { usePromptCommands } from "./use-server-prompts";

const PROMPTS = [
  { name: "greet", title: "Greet", description: "Says hello", arguments: [] },
  {
    ...{ name: "review", title: "Review code", description: "Looks for bugs" },
    arguments: [
      { name: "repo", title: "Repository", description: "Its address", required: true },
      { name: "focus", title: "Focus", description: null, required: false },
    ],
  },
];
const GITHUB = {
  ...{ id: "github", title: "GitHub", transport: "http", url: "https://example.com", command: null },
  ...{ args: [], headers: [], env: [], enabled: true, status: "connected", error: null, instructions: null },
  ...{ protocolVersion: null, connectedAt: NOW, tools: [], resources: false, prompts: true },
  ...{ leftOut: [], mended: [], newInstructions: null, tokens: 0, changes: [] },
};

function Prompts() {
  const { chosen, leave, fill } = usePromptCommands(true);
  return (
    <>
      {useOffered().map(({ id, label, run }) => (
        <button key={id} type="button" onClick={run}>
          {label}
        </button>
      ))}
      {chosen && <PromptForm chosen={chosen} onFill={(values) => fill(chosen, values)} onClose={leave} />}
    </>
  );
}

const serving = () =>
  new FakeServer()
    .on("GET /api/mcp", () => ({ servers: [GITHUB] }))
    .on("GET /api/mcp/github/prompts", () => ({ prompts: PROMPTS }));

const draw = (server: FakeServer) =>
  drawPage(
    <CommandsProvider>
      <Prompts />
    </CommandsProvider>,
    { server },
  );
const choose = async (name: string) => fireEvent.click(await screen.findByText(name));
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe("a prompt of an MCP server", () => {
  it("fills the visible message field if it has no arguments", async () => {
    const server = serving().on("POST /api/mcp/github/prompts", ({ body }) => {
      expect(body).toEqual({ name: "greet", arguments: {} });
      return { text: "Hello there" };
    });
    const taken: string[] = [];
    const leave = onFill((text) => taken.push(text));
    const { router } = draw(server);
    await choose("GitHub: Greet");
    await waitFor(() => expect(taken).toEqual(["Hello there"]));
    expect(router.push).not.toHaveBeenCalled();
    leave();
  });

  it("notifies the user of the number of removed invisible characters", async () => {
    const server = serving().on("POST /api/mcp/github/prompts", () => ({ text: "Hello", removed: 13 }));
    draw(server);
    await choose("GitHub: Greet");
    await waitFor(() =>
      expect(notices()).toContainEqual(
        expect.stringContaining("13 invisible characters were removed from this prompt"),
      ),
    );
  });

  it("opens a conversation with the prompt as draft if there is no message field, and reports errors", async () => {
    const server = serving().on("POST /api/mcp/github/prompts", () => refusal(502, "GitHub is away."));
    const { router } = draw(server);
    await choose("GitHub: Greet");
    await waitFor(() => expect(notices()).toContain("GitHub is away."));
    server.on("POST /api/mcp/github/prompts", () => ({ text: "Hello there" }));
    await choose("GitHub: Greet");
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    const id = String(router.push.mock.calls[0]?.[0]).replace("/chat/", "");
    expect(localStorage.getItem(`easel:draft:${id}`)).toBe("Hello there");
  });

  it("asks for arguments, keeps them on failure, and is sent once despite repeated clicks", async () => {
    const sent: unknown[] = [];
    const server = serving().lose("POST /api/mcp/github/prompts");
    draw(server);
    await choose("GitHub: Review code");
    await screen.findByLabelText("Repository");
    screen.getByRole("dialog", { name: "GitHub: Review code", description: "Looks for bugs" });
    fireEvent.change(input("Repository"), { target: { value: "easel" } });
    fireEvent.change(input("Focus (optional)"), { target: { value: "x" } });
    fireEvent.change(input("Focus (optional)"), { target: { value: "" } });
    const put = screen.getByText("Put into the message");
    fireEvent.click(put);
    expect((await screen.findByText(/^Easel cannot be reached/)).closest("[role=alert]")).not.toBeNull();
    expect(input("Repository").value).toBe("easel");
    const filled = gate<unknown>();
    server.on("POST /api/mcp/github/prompts", ({ body }) => {
      sent.push(body);
      return filled.wait;
    });
    fireEvent.click(put);
    fireEvent.submit(input("Repository"));
    filled.open({ text: "Review it" });
    await waitFor(() => expect(screen.queryByText("Looks for bugs")).toBeNull());
    expect(sent).toEqual([{ name: "review", arguments: { repo: "easel" } }]);
  });
});
