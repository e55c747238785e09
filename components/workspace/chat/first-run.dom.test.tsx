import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AgentsContext } from "@/components/client/shell/layout-context";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { someSettings } from "@/components/settings/testing/some-settings";
import { AGENT_EXAMPLES } from "@/lib/shared/agents/agent-examples";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { openings } from "@/lib/shared/openings";
import type { ProviderView } from "@/lib/shared/settings";
import { FirstRun } from "./first-run";

const onSend = vi.fn();
const onReady = vi.fn();
// Load the code of the form before the tests, which would have to wait for it.
beforeAll(() => import("@/components/settings/models/connect-model"));
let assign = vi.spyOn(location, "assign");
beforeEach(() => {
  onSend.mockReset();
  onReady.mockReset();
  assign = vi.spyOn(location, "assign").mockReset();
});

const agentOf = (id: string, rest: Partial<AgentView> = {}): AgentView => ({
  ...{ id, name: "A", description: "", mark: "", model: null, starters: [] },
  ...{ createdAt: "2026-01-01T00:00:00Z", archivedAt: null },
  ...rest,
});
const MODEL = { label: "Model", isDemo: false };
const DEMO = { label: "Demo", isDemo: true };

function draw(agents: AgentView[], { model = MODEL, current = "a", server = new FakeServer() } = {}) {
  return drawPage(
    <AgentsContext value={{ agents, current, first: "a" }}>
      <FirstRun model={model} onSend={onSend} onReady={onReady} />
    </AgentsContext>,
    { server },
  );
}
const offered = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

describe("with a real model, an empty conversation", () => {
  it("shows the agent's description and its own starters, and sends the text of a pressed one", () => {
    const starters = [
      { title: "Enter what you spent", text: "I spent 14.20" },
      { title: "", text: "Where did it go?" },
    ];
    draw([agentOf("a", { description: "Keeps accounts", starters })]);
    screen.getByText("Keeps accounts");
    expect(offered()).toEqual(["Enter what you spentI spent 14.20", "Where did it go?"]);
    fireEvent.click(screen.getByRole("button", { name: /^Enter/ }));
    expect(onSend).toHaveBeenLastCalledWith("I spent 14.20");
  });

  it("offers the examples to the first agent, and a press creates and opens one", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("POST /api/agents", ({ body }) => {
      sent.push(body);
      return agentOf("made");
    });
    draw([agentOf("a")], { server });
    expect(offered()).toHaveLength(AGENT_EXAMPLES.length);
    fireEvent.click(screen.getByRole("button", { name: /^Ledger/ }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/a/made"));
    expect(sent).toEqual([{ name: "Ledger", example: "ledger" }]);
  });

  it("offers no example that the workspace has already, and none to other agents", () => {
    const description = AGENT_EXAMPLES[0]?.description ?? "";
    const agents = [agentOf("a"), agentOf("b", { description })];
    draw(agents, { current: "b" }).unmount();
    expect(offered()).toEqual([]);
    draw(agents);
    expect(offered()).toHaveLength(AGENT_EXAMPLES.length - 1);
  });

  it("offers nothing but the field to another agent without starters", () => {
    draw([agentOf("a"), agentOf("b", { description: "Dry" })], { current: "b" });
    screen.getByText("Dry");
    expect(offered()).toEqual([]);
  });

  it("shows the reason if an example could not be created", async () => {
    const server = new FakeServer().on("POST /api/agents", () =>
      refusal(422, "There are 50 agents already."),
    );
    draw([agentOf("a")], { server });
    fireEvent.click(screen.getByRole("button", { name: /^Ledger/ }));
    expect((await screen.findByRole("alert")).textContent).toBe("There are 50 agents already.");
    expect(assign).not.toHaveBeenCalled();
  });
});

describe("while the demo answers, an empty conversation", () => {
  const openai: ProviderView = {
    ...{
      id: "openai",
      title: "OpenAI",
      needsKey: true,
      takesUrl: true,
      defaultUrl: "https://api.openai.com/v1",
    },
    ...{ keyFrom: null, keyVariable: "OPENAI_API_KEY", urlVariable: null },
    ...{ baseUrl: null, baseUrlFrom: null, problem: null },
  };
  const settings = { settings: someSettings({ providers: [openai] }) };
  const models = (byDefault: string) => ({
    ...{ models: [], images: [], embeddings: [], transcription: [], speech: [], problems: [] },
    default: byDefault,
  });
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  it("offers the demo's scenes beside the providers, and no examples", () => {
    draw([agentOf("a")], { model: DEMO });
    for (const { title } of openings) screen.getByRole("button", { name: new RegExp(`^${title}`) });
    expect(screen.queryByRole("button", { name: /^Ledger/ })).toBeNull();
    press("OpenAI");
  });

  it("connects a model in place: one press, the key, Start", async () => {
    const sent: unknown[] = [];
    let byDefault = "demo";
    const keep = (answer: () => unknown) => (asked: { body: unknown }) => {
      sent.push(asked.body);
      return answer();
    };
    const server = new FakeServer()
      .on("GET /api/settings", () => settings)
      .on("GET /api/models", () => models(byDefault))
      .on(
        "POST /api/models/test",
        keep(() => ({ ok: true, model: "openai/gpt-5.2", milliseconds: 900 })),
      )
      .on(
        "PUT /api/settings",
        keep(() => {
          byDefault = "openai/gpt-5.2";
          return settings;
        }),
      );
    const { router } = draw([agentOf("a")], { model: DEMO, server });
    press("OpenAI");
    const key = await screen.findByLabelText(/^API key/);
    expect(document.activeElement).toBe(key);
    expect(screen.queryByLabelText(/^Address/)).toBeNull();
    fireEvent.change(key, { target: { value: "sk-1" } });
    press("Start");
    await waitFor(() => expect(onReady).toHaveBeenCalled());
    expect(router.refresh).toHaveBeenCalled();
    expect(sent).toEqual([
      { provider: "openai", apiKey: "sk-1" },
      { providers: { openai: { apiKey: "sk-1" } } },
    ]);
  });

  it("saves nothing and shows the error if the key does not work", async () => {
    const message = "OpenAI rejected the key.";
    const server = new FakeServer()
      .on("GET /api/settings", () => settings)
      .on("GET /api/models", () => models("demo"))
      .on("POST /api/models/test", () => ({ ok: false, code: "unauthorized", message }));
    draw([agentOf("a")], { model: DEMO, server });
    press("OpenAI");
    fireEvent.change(await screen.findByLabelText(/^API key/), { target: { value: "sk-2" } });
    press("Start");
    await screen.findByText(message);
    expect([onReady.mock.calls.length, server.count("PUT /api/settings")]).toEqual([0, 0]);
  });

  it("lets the tested model answer if another one is still the default", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer()
      .on("GET /api/settings", () => settings)
      .on("GET /api/models", () => models("demo"))
      .on("POST /api/models/test", () => ({ ok: true, model: "openai/gpt-5.2", milliseconds: 900 }))
      .on("PUT /api/settings", ({ body }) => {
        sent.push(body);
        return settings;
      });
    draw([agentOf("a")], { model: DEMO, server });
    press("OpenAI");
    fireEvent.change(await screen.findByLabelText(/^API key/), { target: { value: "sk-3" } });
    press("Start");
    await waitFor(() => expect(onReady).toHaveBeenCalled());
    expect(sent).toEqual([{ providers: { openai: { apiKey: "sk-3" } } }, { model: "openai/gpt-5.2" }]);
  });
});

it("says why no model answers, with a link to the settings", () => {
  const model = { label: "No model", isDemo: false, problem: "OpenAI needs a key." };
  draw([agentOf("a")], { model });
  screen.getByText(/OpenAI needs a key/);
  screen.getByRole("link", { name: "Open Models" });
  expect(offered()).toEqual([]);
});
