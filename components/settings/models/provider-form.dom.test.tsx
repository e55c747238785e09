import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { someSettings } from "@/components/settings/testing/some-settings";
import type { ModelsView, ProviderView, SettingsView } from "@/lib/shared/settings";
import { ProviderForm } from "./provider-form";
import { useModels } from "./use-models";

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
const modelsOf = (answers: string): ModelsView => ({
  ...{ models: [], images: [], embeddings: [], transcription: [], speech: [], problems: [] },
  default: answers,
});
const settingsOf = (provider: ProviderView) => ({ settings: someSettings({ providers: [provider] }) });
const KEY = "sk-one-two-three";
const works = { ok: true, model: "openai/gpt-5-mini", milliseconds: 1_240 };

/** Passes saved settings back to the form, as the models page does. */
function Page({ provider }: { provider: ProviderView }) {
  const [saved, setSaved] = useState<SettingsView>();
  const models = useModels(modelsOf("demo"));
  const now = saved?.providers[0] ?? provider;
  return <ProviderForm provider={now} models={models} onSaved={setSaved} onDirty={() => {}} />;
}
const draw = (provider: ProviderView, server: FakeServer) =>
  drawPage(<Page provider={provider} />, { server });
function aServer(sent: unknown[] = [], after: ProviderView = { ...openai, keyFrom: "settings" }): FakeServer {
  const keep = (answer: unknown) => (asked: { body: unknown }) => {
    sent.push(asked.body);
    return answer;
  };
  return new FakeServer()
    .on("GET /api/models", () => modelsOf("demo"))
    .on("PUT /api/settings", keep(settingsOf(after)))
    .on("POST /api/models/test", keep(works));
}
const key = () => screen.getByLabelText<HTMLInputElement>(/^API key/);
const address = () => screen.getByLabelText<HTMLInputElement>(/^Address/);
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the key of a provider", () => {
  it("is saved, then tested, and is no longer on the page afterwards", async () => {
    const sent: unknown[] = [];
    draw(openai, aServer(sent));
    type(key(), ` ${KEY} `);
    press("Save");
    await screen.findByText("Saved. Works: gpt-5-mini answered in 1.2 s.");
    expect(sent).toEqual([{ providers: { openai: { apiKey: KEY } } }, { provider: "openai" }]);
    expect(key().value).toBe("");
    expect(document.body.innerHTML).not.toContain(KEY);
  });

  it("is tested without being saved, and stays in the field", async () => {
    const sent: unknown[] = [];
    const { server } = draw(openai, aServer(sent));
    type(key(), KEY);
    press("Test connection");
    await screen.findByText("Works: gpt-5-mini answered in 1.2 s.");
    expect(sent).toEqual([{ provider: "openai", apiKey: KEY }]);
    expect([key().value, server.count("PUT /api/settings")]).toEqual([KEY, 0]);
  });

  it.each(["Save", "Test connection"])(
    "is requested at its field if %s is pressed without it, and nothing is sent",
    async (verb) => {
      const { server } = draw(openai, aServer());
      press(verb);
      await screen.findByText("Enter a key");
      expect(key().getAttribute("aria-invalid")).toBe("true");
      expect(document.activeElement).toBe(key());
      expect(server.asked).toEqual([]);
    },
  );

  it("stays in the field if the server refuses it, with the reason", async () => {
    const server = aServer().on("PUT /api/settings", () =>
      refusal(422, "The body is not valid.", [
        { path: "providers.openai.apiKey", message: "Too old a key." },
      ]),
    );
    draw(openai, server);
    type(key(), KEY);
    press("Save");
    await screen.findByText("Too old a key.");
    expect([key().value, server.count("POST /api/models/test")]).toEqual([KEY, 0]);
  });

  it("is reported as saved but not working if the test fails", async () => {
    const server = aServer().on("POST /api/models/test", () => ({
      ...{ ok: false, code: "unauthorized", message: "OpenAI does not know this key." },
    }));
    draw(openai, server);
    type(key(), KEY);
    press("Save");
    await screen.findByText("Saved, but not working. OpenAI does not know this key.");
    server.lose("POST /api/models/test");
    type(key(), `${KEY}-4`);
    press("Save");
    await screen.findByText(/^Saved, but not working\. Easel cannot be reached/);
    expect(key().value).toBe("");
  });

  it("is saved once despite repeated clicks", async () => {
    const answer = gate<unknown>();
    const server = aServer().on("PUT /api/settings", () => answer.wait);
    draw(openai, server);
    type(key(), KEY);
    press("Save");
    await screen.findByText("Saving");
    press("Save");
    press("Test connection");
    answer.open(settingsOf({ ...openai, keyFrom: "settings" }));
    await screen.findByText(/^Saved\. Works/);
    expect([server.count("PUT /api/settings"), server.count("POST /api/models/test")]).toEqual([1, 1]);
  });

  it("is removed after confirmation, and the focus moves to each button that replaces the pressed one", async () => {
    const sent: unknown[] = [];
    draw({ ...openai, keyFrom: "settings" }, aServer(sent, openai));
    press("Remove the key");
    expect(document.activeElement?.textContent).toBe("Remove");
    press("Keep it");
    expect(document.activeElement?.textContent).toBe("Remove the key");
    press("Remove the key");
    press("Remove");
    await waitFor(() => expect(sent).toEqual([{ providers: { openai: { apiKey: null } } }]));
    await waitFor(() => expect(document.activeElement).toBe(key()));
  });

  it("is shown by its variable's name if it comes from the environment, without a button to remove it", () => {
    draw({ ...openai, keyFrom: "environment" }, aServer());
    screen.getByText("Uses OPENAI_API_KEY unless set here.");
    expect(screen.queryByRole("button", { name: "Remove the key" })).toBeNull();
  });
});

describe("the address of a provider", () => {
  const server: ProviderView = {
    ...{ ...openai, id: "openai-compatible", title: "A server", needsKey: false, defaultUrl: null },
    ...{ baseUrl: "http://nas.lan/v1", baseUrlFrom: "settings" },
  };

  it("is sent only if changed, and as null if cleared", async () => {
    const sent: unknown[] = [];
    draw(server, aServer(sent, { ...server, baseUrl: null, baseUrlFrom: null }));
    expect(address().value).toBe("http://nas.lan/v1");
    press("Save");
    await screen.findByText(/^Works/);
    expect(sent).toEqual([{ provider: "openai-compatible" }]);
    type(address(), " ");
    press("Save");
    await screen.findByText(/^Saved\. Works/);
    expect(sent.at(1)).toEqual({ providers: { "openai-compatible": { baseUrl: null } } });
  });

  it("is rejected before sending if it is invalid or contains a password", async () => {
    const { server: asked } = draw(server, aServer());
    type(address(), "nas.lan");
    press("Save");
    await screen.findByText(/begins with http:\/\/ or https:\/\//);
    type(address(), "https://ada:secret@nas.lan/v1");
    press("Test connection");
    await screen.findByText(/without user name, password/);
    expect(asked.asked).toEqual([]);
  });
});

it("a working provider is offered for new conversations, and a refusal shows its reason", async () => {
  const server = aServer();
  draw(openai, server);
  type(key(), KEY);
  press("Save");
  const use = await screen.findByRole("button", { name: "Use gpt-5-mini for new conversations" });
  const sent: unknown[] = [];
  server.on("PUT /api/settings", ({ body }) => {
    sent.push(body);
    return refusal(500, "The disk is full.");
  });
  fireEvent.click(use);
  await screen.findByText("Not changed. The disk is full.");
  expect(sent).toEqual([{ model: "openai/gpt-5-mini" }]);
  server
    .on("PUT /api/settings", () => settingsOf({ ...openai, keyFrom: "settings" }))
    .on("GET /api/models", () => modelsOf("openai/gpt-5-mini"));
  fireEvent.click(use);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Let gpt-5-mini/ })).toBeNull());
});
