import { expect } from "@playwright/test";
import { Talk } from "../api.ts";
import { call } from "../call.ts";
import { Workspace } from "../page.ts";
import type { Turn } from "../provider/turn.ts";
import { weekend, weekendAnswer } from "./content.ts";
import type { Places } from "./places.ts";
import type { Scene } from "./scenes.ts";
import { settled } from "./settled.ts";

let made: Promise<string> | undefined;

async function prepare({ url, provider }: Places): Promise<string> {
  const talk = new Talk(url);
  const note = (title: string, content: string) => ({
    tool: "render_blocks",
    input: { title, blocks: [{ type: "markdown", content }] },
  });
  const answer = async (output: unknown) => {
    const [ask] = (await talk.read()).asks;
    await (await talk.answer(ask?.toolCallId ?? "", output)).text();
  };
  const say = async (message: string, ...turns: Turn[]) => {
    provider.script(...turns);
    await (await talk.say(message)).text();
    await talk.until("waiting");
  };
  await say("Plan a weekend in Porto with me", weekend, { text: "Noted." });
  await answer({ action: "submit", data: weekendAnswer });
  await say("What does it cost?", note("What it costs", "About **420 €** for two."), { text: "Good." });
  await answer({ action: "dismiss" });
  await say("What do I pack?", note("What to pack for a rainy weekend by the river", "A coat."));
  const [{ messageId, toolCallId } = { messageId: "", toolCallId: "" }] = (await talk.read()).asks;
  await say("Once more, for Lisbon", weekend);
  await call(url, "PATCH", `/api/sheets/${talk.id}/state`, { messageId, toolCallId, isClosed: true });
  return talk.id;
}

const opened =
  (then: (easel: Workspace) => Promise<void>): Scene =>
  async (stage) => {
    const { page, url } = stage;
    made ??= prepare(stage);
    const easel = await Workspace.open(page, `${url}/chat/${await made}`);
    await easel.canvas();
    await settled(page);
    await then(easel);
    await settled(page);
  };

export const surfaceScenes: Record<string, Scene> = {
  sheets: opened(async () => {}),
  "sheets-list": opened(async ({ page }) => {
    await page.getByRole("button", { name: /^All sheets/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  }),
  "sheet-code": opened(async ({ page }) => {
    await page.getByRole("button", { name: "Code", exact: true }).first().click();
    await expect(page.getByRole("dialog").getByRole("textbox")).toBeVisible();
  }),
};
