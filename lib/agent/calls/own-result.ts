import { z } from "zod";
import type { Draft } from "@/lib/agent/message/draft";
import { type Chunk, type ToolPart, toolName } from "@/lib/agent/message/message";
import { isRecord } from "@/lib/shared/chat/parts";
import { changeIn } from "@/lib/shared/chat/surfaces/sheet-change";

/* A call may have run, and wait all the same: for what the person does with what it has shown. Its result stands by. */

const RESULT = "result";

/** Opens a call again that has its result. */
export function standingBy(part: ToolPart, output: unknown, marks: object): Chunk {
  const { toolCallId, input } = part;
  const toolMetadata = { ...marks, [RESULT]: z.json().parse(output) };
  return { type: "tool-input-available", toolCallId, toolName: toolName(part), input, toolMetadata };
}

/** The result of a call that the person has answered: what they said, beside what the call has given itself. */
export function withResult(draft: Draft, toolCallId: string, answer: unknown): unknown {
  const result = draft.tool(toolCallId)?.toolMetadata?.[RESULT];
  return isRecord(result) ? { ...result, app: answer } : answer;
}

/** Gives a call its answer as its output. */
export function answeredChunk(draft: Draft, toolCallId: string, answer: unknown): Chunk {
  const { [RESULT]: result, ...toolMetadata } = draft.tool(toolCallId)?.toolMetadata ?? {};
  const output = withResult(draft, toolCallId, answer);
  return {
    ...{ type: "tool-output-available", toolCallId, output },
    ...(result !== undefined && { toolMetadata }),
  };
}

/** A call that changes a sheet stands in the message as what the sheet shows since; what the model wrote stands beside it. */
export function sheetChange(part: ToolPart, sheet: string, input: unknown): Chunk {
  const { toolCallId, toolMetadata: before } = part;
  const wrote = changeIn(part)?.wrote ?? part.input;
  const changes = z.json().parse({ sheet, wrote });
  return {
    ...{ type: "tool-input-available", toolCallId, toolName: toolName(part), input },
    toolMetadata: { ...before, changes },
  };
}
