import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { ModelsView } from "@/lib/shared/settings";
import { ModelMenu } from "./model-menu";

const aModel = (id: string, name: string): ModelsView["models"][number] => ({
  ...{
    id,
    name,
    provider: "openai",
    providerTitle: "OpenAI",
    contextWindow: null,
    price: null,
    isLocal: false,
  },
  can: { tools: null, images: null, reasoning: null },
});
const view: ModelsView = {
  models: [aModel("openai/gpt-5.2", "GPT-5.2"), aModel("openai/gpt-5-mini", "GPT-5 mini")],
  ...{ images: [], embeddings: [], transcription: [], speech: [], default: "openai/gpt-5.2", problems: [] },
};

it("the menu changes the fallback models of a conversation, and reverts them if the server refuses", async () => {
  const sent: unknown[] = [];
  const server = new FakeServer()
    .on("GET /api/models", () => view)
    .on("PATCH /api/conversations/talk", ({ body }) => {
      sent.push(body);
      return sent.length < 4 ? { conversation: {} } : refusal(500, "The disk is full.");
    });
  const menu = {
    conversationId: "talk",
    value: null,
    label: "GPT-5.2",
    onChoose: () => {},
    defaultOpen: true,
  };
  drawPage(<ModelMenu {...menu} fallbackModels={null} isStored />, { server });
  fireEvent.click(await screen.findByRole("button", { name: "Fallback: as in the settings…" }));
  const panel = within(await screen.findByRole("region", { name: "Fallback models" }));
  fireEvent.click(panel.getByRole("button", { name: "Choose others" }));
  await panel.findByText("No fallback models");
  fireEvent.click(panel.getByRole("button", { name: "Add a model" }));
  fireEvent.click(await screen.findByRole("option", { name: /GPT-5 mini/ }));
  const list = within(await panel.findByRole("list", { name: "Fallback models" }));
  list.getByText("GPT-5 mini");
  await panel.findByText("Saved");
  fireEvent.click(panel.getByRole("button", { name: "As in the settings" }));
  await panel.findByText("As in the settings", { selector: "p" });
  await expect
    .poll(() => sent)
    .toEqual([{ successors: [] }, { successors: ["openai/gpt-5-mini"] }, { successors: null }]);
  fireEvent.click(panel.getByRole("button", { name: "Choose others" }));
  await panel.findByText("Not saved. The disk is full.");
  await panel.findByText("As in the settings", { selector: "p" });
});
