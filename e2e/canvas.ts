import type { Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { expect } from "./fixtures.ts";
import { Workspace } from "./page.ts";

export type Block = { type: string; [field: string]: unknown };

export async function show(page: Page, url: string, title: string, ...blocks: Block[]): Promise<Workspace> {
  const talk = new Talk(url);
  await put(talk, title, ...blocks);
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  await expect(easel.sheet(title)).toBeVisible();
  return easel;
}

/**
 * Has the agent render `blocks` as a surface. Without blocks, the provider's script must contain the call already:
 * then large input does not appear in the user's message.
 */
export async function put(talk: Talk, title: string, ...blocks: Block[]): Promise<void> {
  const turns = blocks.length > 0 ? [{ tool: "render_blocks", input: { title, blocks } }] : [];
  await talk.say(`Show ${title}`, ...turns);
  await talk.until("waiting");
}

/**
 * Moves the pointer away and checks accessibility without tooltips. The pointer moves in steps, because a
 * tooltip that can be hovered closes only at a position outside of it.
 */
export async function look(easel: Workspace): Promise<void> {
  await easel.page.mouse.move(0, 0, { steps: 5 });
  await expect(easel.page.getByRole("tooltip")).toHaveCount(0);
  await easel.accessible();
}

export const note = (content: string): Block => ({ type: "markdown", content });

export const ROWS = 10_000;
export const table = (rows: number, columns = 8): Block => ({
  type: "table",
  columns: Array.from({ length: columns }, (_, at) => ({
    key: `c${at}`,
    label: at === 0 ? "Name" : `Figure ${at}`,
  })),
  data: Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, at) => (at === 0 ? `Loaf ${row}` : (row * 31 * at) % 9973)),
  ),
});

export const bake: Block = {
  type: "chart",
  chartType: "bar",
  unit: "pieces",
  data: {
    labels: ["2026-11-20", "2026-11-21"],
    series: [
      { name: "Sold", values: [370, 517] },
      { name: "Left over", values: [28, 17] },
    ],
  },
};
