import { z } from "zod";
import type { Block } from "./index";

/** What a person chooses in a block, other than by a form; `row` is that of a table in which they pressed an action. */
export type Choice = { action: "choose"; choice: unknown; row?: Record<string, unknown> };

const MAX_ROW_CHARS = 100_000;

const row = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= MAX_ROW_CHARS, "The row is too large to be sent");

/** What may be chosen in a block; nothing in most. */
export function choiceAnswers(block: Block): z.ZodType<Choice>[] {
  const action = z.literal("choose");
  if (block.type === "table" && block.actions) {
    const choice = z.enum(
      block.actions.map(({ value }) => value),
      "Choose one of the table's actions",
    );
    return [z.strictObject({ action, choice, row })];
  }
  return [];
}
