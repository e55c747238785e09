import { expect } from "@playwright/test";
import { Talk } from "../api.ts";
import { call } from "../call.ts";
import type { Turn } from "../provider/turn.ts";
import type { Places } from "./places.ts";
import type { Scene } from "./scenes.ts";

const BEFORE = `You are the planning partner of a small bakery with two ovens and three people.

Work in euros. A week starts on Tuesday; the shop is closed on Mondays.
Before you recommend a number, look it up in the sales table and say which weeks you used.
When bread is left over, suggest to bake less or throw it away before closing.

Show plans as a table.
Keep answers short. Numbers first, reasons after.
`;
const TOOL = {
  name: "loaves_to_bake",
  description: "How many loaves to bake on a weekday",
  parameter_schema: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
  code: "const sold = await state.get('sold');\nreturn Math.ceil((sold?.[args.day] ?? 40) * 1.05);",
};
const ROUNDED =
  "const sold = await state.get('sold');\nconst wanted = (sold?.[args.day] ?? 40) * 1.05;\n// Up to a full tray\nreturn Math.ceil(wanted / 12) * 12;";
const TURNS: Turn[] = [
  {
    tool: "edit_system_prompt",
    input: {
      operation: "find_replace",
      find: "bake less or throw it away before closing.",
      replace:
        "bake less, or sell it the next morning in half-price bags.\nNever suggest throwing bread away.",
    },
  },
  {
    tool: "edit_learned_notes",
    input: { operation: "append", content: "The new flour takes 3% more water.\n" },
  },
  { tool: "create_tool", input: TOOL },
  { tool: "update_tool", input: { name: TOOL.name, code: ROUNDED } },
  { text: "Noted, and from now on I count in full trays." },
];

/** Makes changes by the user and by the agent, and restores one, once for all screenshots. */
async function changed({ url, provider }: Places): Promise<void> {
  const { version } = (await call(url, "GET", "/api/prompt")).body;
  if (version > 1) return;
  await call(url, "PUT", "/api/prompt", { content: BEFORE });
  provider.script(...TURNS);
  await (await new Talk(url).say("We never throw bread away, remember that")).text();
  await call(url, "PUT", "/api/state/oven", { value: { degrees: 230, steam: true } });
  await call(url, "PUT", "/api/state/oven", { value: { degrees: 210, steam: true } });
}

const at =
  (path: string, heading: string): Scene =>
  async (stage) => {
    await changed(stage);
    const { page, url } = stage;
    await page.goto(`${url}${path}`);
    await expect(page.getByRole("heading", { level: 1, name: heading }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  };

const version =
  (text: string): Scene =>
  async (stage) => {
    await at("/agent/history", "History")(stage);
    await stage.page.getByRole("listitem").filter({ hasText: text }).first().getByRole("link").click();
    await expect(stage.page.getByRole("table").first()).toBeVisible();
  };

export const historyScenes: Record<string, Scene> = {
  history: at("/agent/history", "History"),
  "history-version": version("When bread is left over"),
  "history-tool": version("Changed the tool"),
  "history-moment": async (stage) => {
    await version("When bread is left over")(stage);
    await stage.page.getByRole("button", { name: "Go back here" }).click();
    await expect(stage.page.getByRole("button", { name: /^Restore everything/ })).toBeVisible();
    const restorePoint = stage.page.getByRole("region", { name: "Point in time" });
    await restorePoint.getByRole("button", { expanded: false }).first().click();
    await expect(restorePoint.getByRole("table").first()).toBeVisible();
  },
  "settings-prompt": at("/agent/prompt", "Prompt"),
  "settings-agent-file": at("/agent/export", "Export"),
};
