import type { FinishReason } from "ai";
import { z } from "zod";
import { jsonError } from "@/lib/shared/json-error";
import type { RunError } from "@/lib/store/loop/run-context";
import { unreadWhy } from "./bounds";
import { isToolPart, type Part, type ToolPart } from "./message";

/** Consecutive steps with only unreadable calls after which a run ends. */
const MAX_STEPS = 3;
const MAX_SHOWN_CHARS = 2_000;
const CONTEXT = 30;

const LIMIT_REACHED =
  "The output limit was reached while you wrote this call. Split it into several smaller calls.";
const BROKE_OFF = "The input of this call is incomplete, so it was not run. Call again with a smaller input.";

export const brokenOffMark = { toolMetadata: { brokenOff: true } };
const marked = z.object({ brokenOff: z.literal(true) });

export const brokenOffMessage = (finish: FinishReason): string =>
  finish === "length" ? `The call was not run. ${LIMIT_REACHED}` : BROKE_OFF;

/**
 * Returns an error for the model if a call's arguments are a string, because they are not a JSON object.
 * Otherwise returns null.
 */
export function brokenInputMessage({ input }: ToolPart, finish?: FinishReason): string | null {
  if (typeof input !== "string") return null;
  const error = jsonError(input);
  const problem = error
    ? `not JSON: ${error.why} at character ${error.at}, after ${JSON.stringify(before(input, error.at))}.`
    : "a JSON string was sent. Send the object itself, without quotes around it.";
  const advice = finish === "length" ? LIMIT_REACHED : "Write the arguments as one JSON object.";
  return `(input): ${problem} ${advice}\nYou wrote: ${shownInput(input)}`;
}

const before = (text: string, at: number) => text.slice(Math.max(0, at - CONTEXT), at).toWellFormed();

function shownInput(input: string): string {
  if (input.length <= MAX_SHOWN_CHARS) return input;
  return `${input.slice(0, MAX_SHOWN_CHARS).toWellFormed()}… (${input.length} characters)`;
}

/**
 * Returns a call's arguments for the model's history. Wraps text that is not JSON, because providers accept
 * only objects.
 */
export const inputForModel = (part: ToolPart): Record<string, unknown> =>
  typeof part.input === "string" && unreadWhy(part) === undefined ? { not_json: shownInput(part.input) } : {};

const isBroken = (part: Part): boolean =>
  isToolPart(part) && (typeof part.input === "string" || marked.safeParse(part.toolMetadata).success);

/** Returns the error of a run whose last steps have only unreadable calls, or null if it may continue. */
export function onlyBroken(parts: readonly Part[]): RunError | null {
  const steps = parts
    .reduce<Part[][]>((all, part) => {
      if (part.type === "step-start") all.push([]);
      else all.at(-1)?.push(part);
      return all;
    }, [])
    .slice(-MAX_STEPS);
  const isOver =
    steps.length === MAX_STEPS &&
    steps.every((step) => step.some(isToolPart) && step.filter(isToolPart).every(isBroken));
  if (!isOver) return null;
  return {
    code: "broken_calls",
    message: `The model wrote unreadable tool calls in ${MAX_STEPS} steps in a row, so the run was ended. Ask for less at once, or choose another model.`,
  };
}
