import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { ModelInfo, ModelsView } from "@/lib/shared/settings";
import { LocalOffer } from "./local-offer";

const model = (id: string, name: string, tools: boolean | null): ModelInfo => ({
  ...{ id, name, provider: "ollama", providerTitle: "Ollama", contextWindow: null, price: null },
  ...{ can: { tools, images: null, reasoning: null }, isLocal: true },
});
const demo: ModelInfo = { ...model("demo", "Demo", true), provider: "demo" };
const cloud: ModelInfo = { ...model("openai/gpt-5", "GPT-5", true), provider: "openai", isLocal: false };
const view = (...models: ModelInfo[]): ModelsView => ({
  ...{ models, images: [], embeddings: [], transcription: [], speech: [], default: "demo", problems: [] },
});

let whenIdle: () => void = () => {};
beforeEach(() => {
  vi.stubGlobal("requestIdleCallback", (act: () => void) => {
    whenIdle = act;
    return 1;
  });
  vi.stubGlobal("cancelIdleCallback", () => {});
});
const draw = (server: FakeServer) => drawPage(<LocalOffer />, { server });

it("LocalOffer requests models when the browser is idle, and offers a local one that can use tools", async () => {
  const sent: unknown[] = [];
  const saved = gate<Response>();
  const server = new FakeServer()
    .on("GET /api/models", () =>
      view(demo, cloud, model("ollama/gemma", "Gemma", null), model("ollama/qwen3", "Qwen3", true)),
    )
    .on("PUT /api/settings", ({ body }) => {
      sent.push(body);
      return saved.wait;
    });
  const { router } = draw(server);
  expect(server.asked).toEqual([]);
  whenIdle();
  const use = await screen.findByRole("button", { name: "Use it" });
  expect(screen.getByRole("status").textContent).toBe("Qwen3 runs on this machine. Use it");
  fireEvent.click(use);
  fireEvent.click(use);
  expect(router.refresh).not.toHaveBeenCalled();
  saved.open(refusal(500, "The disk is full."));
  await screen.findByText("Not changed. The disk is full.");
  expect(sent).toEqual([{ model: "ollama/qwen3" }]);
  expect(router.refresh).not.toHaveBeenCalled();
});

it.each([
  ["no model runs on this machine", () => view(demo, cloud)],
  ["the models cannot be loaded", () => refusal(502, "No provider answers.")],
])("LocalOffer shows nothing if %s", async (_, answer) => {
  const server = new FakeServer().on("GET /api/models", answer);
  draw(server);
  whenIdle();
  await waitFor(() => expect(server.asked).toHaveLength(1));
  expect(screen.getByRole("status").textContent).toBe("");
});
