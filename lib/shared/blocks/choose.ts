import { z } from "zod";
import { drawnAs } from "./chart";
import { isRecord } from "./define";
import type { Block, LeafBlock } from "./index";
import { isQuery } from "./live";

/** What a person chooses in a block, other than by a form; `row` is that of a table in which they pressed an action. */
export type Choice = { action: "choose"; choice: unknown; row?: Record<string, unknown> };

const MAX_ROW_CHARS = 100_000;

const row = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= MAX_ROW_CHARS, "The row is too large to be sent");

/** What may be chosen in a block; nothing in most. */
export function choiceAnswers(block: LeafBlock): z.ZodType<Choice>[] {
  const action = z.literal("choose");
  if (block.type === "table" && block.actions) {
    const values = block.actions.flatMap(({ value }) => value ?? []);
    // Those that run a tool answer nothing.
    if (values.length === 0) return [];
    const choice = z.enum(values, "Choose one of the table's actions");
    return [z.strictObject({ action, choice, row })];
  }
  if (block.type === "chart" && block.select) {
    const known = namesIn(block);
    const label = z
      .string()
      .max(200)
      .refine((one) => known?.labels.has(one) ?? true, "Choose a label of the chart");
    const series = z
      .string()
      .max(200)
      .refine((one) => known?.series.has(one) ?? true, "Choose a series of the chart");
    const point = z.strictObject({ label, series: series.optional() });
    const range = z.strictObject({ from: label, to: label });
    return [z.strictObject({ action, choice: block.select === "range" ? range : point })];
  }
  if (block.type === "choice") {
    const one = z.enum(
      block.options.map(({ value }) => value),
      "Choose one of the cards",
    );
    const several = z
      .array(one)
      .min(1, "Choose at least one of the cards")
      .max(100)
      .transform((all) => [...new Set(all)]);
    return [z.strictObject({ action, choice: block.multiple ? several : one })];
  }
  return [];
}

/** What may be chosen; undefined for a chart whose numbers come from a query, for they may be others by now. */
function namesIn(block: Block<"chart">) {
  const { data } = block;
  if (isQuery(data)) return undefined;
  const { labels, series } = drawnAs({ ...block, data }).data;
  return { labels: new Set(labels), series: new Set(series.map(({ name }) => name)) };
}

/** What was chosen of a block's cards, by what its sheet was answered with; `value` is that of a card. */
export function isChosen(answer: unknown, value: string): boolean {
  if (!isRecord(answer) || answer.action !== "choose" || answer.row !== undefined) return false;
  const { choice } = answer;
  return Array.isArray(choice) ? choice.includes(value) : choice === value;
}
