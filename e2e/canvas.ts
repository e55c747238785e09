import type { Page } from "@playwright/test";
import { Talk } from "./api.ts";
import { expect } from "./fixtures.ts";
import { Workspace } from "./page.ts";

export type Block = { type: string; [field: string]: unknown };

/** A conversation that put these blocks on the canvas, opened there. */
export async function show(page: Page, url: string, title: string, ...blocks: Block[]): Promise<Workspace> {
  const talk = new Talk(url);
  await put(talk, title, ...blocks);
  const easel = await Workspace.open(page, `/chat/${talk.id}`);
  await easel.canvas();
  await expect(easel.sheet(title)).toBeVisible();
  return easel;
}

/** Without blocks the provider was told before what it plays: what is large need not be drawn as the person's words, too. */
export async function put(talk: Talk, title: string, ...blocks: Block[]): Promise<void> {
  const turns = blocks.length > 0 ? [{ tool: "render_blocks", input: { title, blocks } }] : [];
  await talk.say(`Show ${title}`, ...turns);
  await talk.until("waiting");
}

/**
 * As it is when nobody points at anything: a tooltip is no part of what is looked at. The pointer leaves as a hand moves
 * it, through places between: a tooltip that may be pointed at itself closes at the first of them that is outside.
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
