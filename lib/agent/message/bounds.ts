import { z } from "zod";
import { isWithin } from "@/lib/shared/blocks/size";
import { AppError } from "@/lib/shared/errors";
import type { RunError } from "@/lib/store/loop/run-context";
import type { Part, ToolPart } from "./message";

/*
 * Size limits of a message, in characters. A message is parsed, stored, streamed and sent to the model as a
 * whole, so without limits one model could block the event loop for all users.
 */

/** Text and reasoning of one step: several times the longest answer of any model. */
const MAX_TEXT_CHARS = 1_000_000;
const MAX_INPUT_CHARS = 2_000_000;
/** All inputs and files of one step. */
const MAX_STEP_CHARS = 8_000_000;
/** A longer message gets no further step. */
const MAX_MESSAGE_CHARS = 8_000_000;
/** Maximum nesting of JSON that can still be serialised. */
const MAX_DEPTH = 500;

const counted = (chars: number) => chars.toLocaleString("en");

export class StepBounds {
  private text = MAX_TEXT_CHARS;
  private rest = MAX_STEP_CHARS;
  private readonly inputs = new Map<string, number>();

  /** Returns the part of a text or reasoning delta that fits. Returns an empty string once `isFull`. */
  cut(delta: string): string {
    const taken = delta.slice(0, this.text);
    this.text -= delta.length;
    return taken;
  }

  get isFull(): boolean {
    return this.text < 0;
  }

  /**
   * Returns true if a delta of an input still fits. Otherwise it is not shown, and its call will be refused.
   */
  fits(id: string, delta: string): boolean {
    const length = (this.inputs.get(id) ?? 0) + delta.length;
    this.inputs.set(id, length);
    return length <= Math.min(MAX_INPUT_CHARS, this.rest);
  }

  refuse(input: unknown): string | null {
    const maxChars = Math.min(MAX_INPUT_CHARS, this.rest);
    if (!isWithin(input, { chars: maxChars, depth: Number.POSITIVE_INFINITY }))
      return maxChars === MAX_INPUT_CHARS
        ? `Longer than ${counted(MAX_INPUT_CHARS)} characters. Send it in parts.`
        : `The inputs of this step are longer than ${counted(MAX_STEP_CHARS)} characters. Call again in the next step, with less at a time.`;
    if (!isWithin(input, { chars: maxChars, depth: MAX_DEPTH }))
      return `Nested deeper than ${MAX_DEPTH} levels. Send a flat input.`;
    this.rest -= lengthOf(input);
    return null;
  }

  file(base64: string): void {
    this.rest -= base64.length;
    if (this.rest < 0)
      throw new AppError(
        "too_large",
        `The model sent more than ${counted(MAX_STEP_CHARS)} characters of files, the limit of one step.`,
      );
  }
}

export const tooMuchText = () =>
  new AppError(
    "too_large",
    `The answer grew longer than ${counted(MAX_TEXT_CHARS)} characters, so it was ended here. The text so far is kept. Write “go on” to continue.`,
  );

export function messageTooLong(parts: readonly Part[]): RunError | null {
  if (isWithin(parts, { chars: MAX_MESSAGE_CHARS, depth: Number.POSITIVE_INFINITY })) return null;
  return {
    code: "limit_size",
    message: `This answer, with the inputs and outputs of its tools, has grown longer than ${counted(MAX_MESSAGE_CHARS)} characters, so it was ended here. Write “go on” to continue in a new answer.`,
  };
}

export const unread = (why: string) => ({ input: "(not kept)", toolMetadata: { unread: why } });

const marked = z.object({ unread: z.string() });

export const unreadWhy = ({ toolMetadata }: ToolPart): string | undefined =>
  marked.safeParse(toolMetadata).data?.unread;

const lengthOf = (input: unknown): number =>
  typeof input === "string" ? input.length : JSON.stringify(input ?? null).length;
