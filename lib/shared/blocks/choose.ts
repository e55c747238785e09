import { z } from "zod";
import { drawnAs } from "./chart";
import { isRecord } from "./define";
import type { Block, LeafBlock } from "./index";
import { isQuery } from "./live";

/** A choice made in a block other than a form. `row` is the table row whose action was pressed. */
export type Choice = { action: "choose"; choice: unknown; row?: Record<string, unknown> };

const MAX_ROW_CHARS = 100_000;

const row = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= MAX_ROW_CHARS, "The row is too large to send");

/** Returns the schemas of the choices that a block offers; an empty list for most blocks. */
export function choiceAnswers(block: LeafBlock): z.ZodType<Choice>[] {
  const action = z.literal("choose");
  if (block.type === "table" && block.actions) {
    const values = block.actions.flatMap(({ value }) => value ?? []);
    // Actions that run a tool do not answer the ask.
    if (values.length === 0) return [];
    const choice = z.enum(values, "Choose one of the table's actions");
    return [z.strictObject({ action, choice, row })];
  }
  if (block.type === "chart" && block.select) {
    const names = namesIn(block);
    const label = z
      .string()
      .max(200)
      .refine((one) => names?.labels.has(one) ?? true, "Choose a label of the chart");
    const series = z
      .string()
      .max(200)
      .refine((one) => names?.series.has(one) ?? true, "Choose a series of the chart");
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

/**
 * Returns the labels and series that can be chosen. Undefined for a chart with a query, because its data may
 * have changed.
 */
function namesIn(block: Block<"chart">) {
  const { data } = block;
  if (isQuery(data)) return undefined;
  const { labels, series } = drawnAs({ ...block, data }).data;
  return { labels: new Set(labels), series: new Set(series.map(({ name }) => name)) };
}

export function isChosen(answer: unknown, value: string): boolean {
  if (!isRecord(answer) || answer.action !== "choose" || answer.row !== undefined) return false;
  const { choice } = answer;
  return Array.isArray(choice) ? choice.includes(value) : choice === value;
}
