import { z } from "zod";
import type { Draft } from "@/lib/agent/message/draft";
import { type Chunk, type ToolPart, toolName } from "@/lib/agent/message/message";
import { isRecord } from "@/lib/shared/chat/parts";
import { changeIn } from "@/lib/shared/chat/surfaces/sheet-change";
import { webOf } from "@/lib/shared/chat/web";
import { joined } from "@/lib/shared/origins";

/*
 * Metadata key for the result of a call that has run, but still waits for the user's answer to its content.
 */

const RESULT = "result";

export function reopenWithResult(part: ToolPart, output: unknown, marks: object): Chunk {
  const { toolCallId, input } = part;
  const toolMetadata = { ...marks, [RESULT]: z.json().parse(output) };
  return { type: "tool-input-available", toolCallId, toolName: toolName(part), input, toolMetadata };
}

/** Returns the result of an answered call: its own result, if any, with the user's answer as `app`. */
export function withResult(draft: Draft, toolCallId: string, answer: unknown): unknown {
  const result = draft.tool(toolCallId)?.toolMetadata?.[RESULT];
  return isRecord(result) ? { ...result, app: answer } : answer;
}

/** `origins`: of text in the answer that others wrote. */
export function answeredChunk(
  draft: Draft,
  toolCallId: string,
  answer: unknown,
  origins: readonly string[] = [],
): Chunk {
  const part = draft.tool(toolCallId);
  const { [RESULT]: result, ...others } = part?.toolMetadata ?? {};
  const output = withResult(draft, toolCallId, answer);
  const isMarked = part !== undefined && origins.length > 0;
  const toolMetadata = isMarked ? { ...others, web: joined(webOf(part), origins) } : others;
  return {
    ...{ type: "tool-output-available", toolCallId, output },
    ...((result !== undefined || isMarked) && { toolMetadata }),
  };
}

/**
 * Replaces the input of a call that changes a surface by the surface's full new input. The metadata keeps the
 * input that the model wrote.
 */
export function surfaceChange(part: ToolPart, surface: string, input: unknown): Chunk {
  const { toolCallId, toolMetadata: before } = part;
  const wrote = changeIn(part)?.wrote ?? part.input;
  const changes = z.json().parse({ sheet: surface, wrote });
  return {
    ...{ type: "tool-input-available", toolCallId, toolName: toolName(part), input },
    toolMetadata: { ...before, changes },
  };
}
