import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { someSettings } from "@/components/settings/testing/some-settings";
import type { ModelInfo, ModelsView, SettingsView } from "@/lib/shared/settings";
import { ModelList } from "./model-list";
import { ModelsSettings } from "./models-settings";
import { useModels } from "./use-models";

const model = (name: string, rest: Partial<ModelInfo> = {}): ModelInfo => ({
  ...{ id: `openai/${name}`, name, provider: "openai", providerTitle: "OpenAI", contextWindow: 400_000 },
  ...{
    can: { tools: true, images: null, reasoning: null },
    price: { input: 1.25, output: 10 },
    isLocal: false,
  },
  ...rest,
});
const [big, small] = [model("big"), model("small", { price: null, contextWindow: null })];
const view: ModelsView = {
  ...{
    models: [big, small],
    images: [],
    embeddings: [],
    transcription: [],
    speech: [],
    default: big.id,
    problems: [],
  },
};
const aServer = (): FakeServer =>
  new FakeServer()
    .on("GET /api/models", () => view)
    .on("GET /api/memory/search", () => ({ results: [], by_meaning: true, waiting: 0 }));
const draw = (server: FakeServer, initial = someSettings()) =>
  drawPage(<ModelsSettings settings={initial} models={view} />, { server });
const option = (name: RegExp) => screen.findByRole("option", { name });

describe("the model of new conversations", () => {
  const field = () => screen.getByRole("button", { name: /^Model of new conversations/ });
  const choose = async (name: RegExp) => {
    fireEvent.click(field());
    fireEvent.click(await option(name));
  };

  it("is the last of two choices if the second is made while the first is pending", async () => {
    const first = gate<unknown>();
    const sent: unknown[] = [];
    const server = aServer().on("PUT /api/settings", async ({ body }) => {
      sent.push(body);
      if (sent.length === 1) await first.wait;
      return { settings: someSettings(body as Partial<SettingsView>) };
    });
    draw(server);
    expect(field().textContent).toContain("Automatic (now big)");
    await choose(/^small/);
    await waitFor(() => expect(field().textContent).toContain("small"));
    await choose(/^big/);
    await waitFor(() => expect(field().textContent).toContain("big400k · $1.25 / $10"));
    expect(sent).toEqual([{ model: small.id }]);
    first.open(undefined);
    await waitFor(() => expect(sent).toEqual([{ model: small.id }, { model: big.id }]));
    expect(field().textContent).toContain("big");
  });

  it("can be chosen again while the list of models is still loading", async () => {
    const sent: unknown[] = [];
    const server = aServer()
      .on("GET /api/models", () => gate().wait)
      .on("PUT /api/settings", ({ body }) => {
        sent.push(body);
        return { settings: someSettings(body as Partial<SettingsView>) };
      });
    draw(server);
    await choose(/^small/);
    await waitFor(() => expect(server.count("GET /api/models")).toBe(1));
    await choose(/^Automatic/);
    await waitFor(() => expect(sent).toEqual([{ model: small.id }, { model: null }]));
  });

  it("reverts if the server refuses, with the reason", async () => {
    draw(aServer().on("PUT /api/settings", () => refusal(500, "The disk is full.")));
    await choose(/^small/);
    await screen.findByText("Not changed. The disk is full.");
    expect(field().textContent).toContain("Automatic");
  });
});

describe("the fallback models", () => {
  const list = () => within(screen.getByRole("list", { name: "Fallback models" }));
  const names = () =>
    list()
      .getAllByRole("listitem")
      .map((row) => row.textContent);

  it("are moved and removed immediately, and revert if the server refuses", async () => {
    const sent: unknown[] = [];
    const server = aServer().on("PUT /api/settings", ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? { settings: someSettings(body as Partial<SettingsView>) }
        : refusal(500, "No room.");
    });
    draw(server, someSettings({ successors: [big.id, small.id, "openai/gone"] }));
    expect(names()).toEqual(["1big", "2small", "3gone"]);
    fireEvent.click(list().getByRole("button", { name: "Move small up" }));
    expect(names()).toEqual(["1small", "2big", "3gone"]);
    await screen.findByText("Saved");
    fireEvent.click(list().getByRole("button", { name: "Remove gone" }));
    await screen.findByText("Not saved. No room.");
    expect(names()).toEqual(["1small", "2big", "3gone"]);
    expect(sent).toEqual([
      { successors: [small.id, big.id, "openai/gone"] },
      { successors: [small.id, big.id] },
    ]);
  });

  it("are limited to five", () => {
    const five = ["a", "b", "c", "d", "e"].map((name) => `openai/${name}`);
    draw(aServer(), someSettings({ successors: five }));
    expect(names()).toHaveLength(5);
    expect(screen.queryByRole("button", { name: "Add a model" })).toBeNull();
  });
});

describe("the list of models", () => {
  const chosen: (string | null)[] = [];
  function List({ connect }: { connect?: string }) {
    const models = useModels(null);
    return (
      <ModelList
        models={models}
        value={big.id}
        none={{ title: "Default", about: "" }}
        onChoose={(id) => chosen.push(id)}
        connect={connect}
      />
    );
  }
  /** Ignores the spaces that separate elements in an accessible name. */
  const named = (name: string) => (found: string) => found.replaceAll(" ,", ",") === name;
  const search = (value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name: "Find a model" }), { target: { value } });
  const key = (name: string) =>
    fireEvent.keyDown(screen.getByRole("combobox", { name: "Find a model" }), { key: name });

  it("is searched and navigated by keyboard, and accepts an unlisted model", async () => {
    const { router } = drawPage(<List connect="Connect another model…" />, { server: aServer() });
    screen.getByText("Loading the models");
    await option(/^big/);
    screen.getByRole("option", {
      name: named("big, chosen, uses tools, 400k tokens of context, $1.25 / $10 per million tokens"),
    });
    screen.getByRole("option", { name: named("small, uses tools, price unknown") });
    search("sma");
    await waitFor(() => expect(screen.queryByRole("option", { name: /^big/ })).toBeNull());
    key("Enter");
    search("openai/brand-new");
    await option(/^Use “openai\/brand-new”/);
    key("Enter");
    search("nobody/brand-new");
    await waitFor(() => expect(screen.queryByRole("option", { name: /^Use/ })).toBeNull());
    expect(chosen).toEqual([small.id, "openai/brand-new"]);
    fireEvent.click(await option(/^Connect another model/));
    expect(router.push).toHaveBeenCalledWith("/settings/models");
  });

  it("shows the errors of providers, and an error with retry if loading fails", async () => {
    const server = aServer().lose("GET /api/models");
    drawPage(<List />, { server });
    expect((await screen.findByRole("alert")).textContent).toMatch(/^Easel cannot be reached/);
    const problems = [{ provider: "ollama" as const, message: "Ollama does not answer." }];
    server.on("GET /api/models", () => ({ ...view, problems }));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await option(/^big/);
    expect(screen.getByRole("alert").textContent).toBe("Ollama does not answer.");
  });
});
