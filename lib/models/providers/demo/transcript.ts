import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";

type Result = { ok: true; value: unknown } | { ok: false; text: string };
export type ScriptedCall = { toolCallId: string; toolName: string; input: unknown; result?: Result };

/**
 * A piece of a conversation: a text that the user wrote, and the calls of each later step. A step
 * without calls ends the piece and empties `steps`.
 */
type Piece = { text: string; steps: ScriptedCall[][] };

/**
 * The current piece of the conversation, with the pieces `before` it. A piece begins with a user message.
 */
export type Transcript = Piece & {
  before: Piece[];
};

export function readTranscript(prompt: LanguageModelV4Prompt): Transcript {
  const pieces: Piece[] = [];
  let last: Piece = { text: "", steps: [] };
  for (const message of prompt) {
    if (message.role === "user") {
      last = { text: textIn(message.content), steps: [] };
      pieces.push(last);
    }
    if (message.role === "assistant") {
      const calls = message.content.filter((part) => part.type === "tool-call");
      if (calls.length === 0) last.steps = [];
      else last.steps.push(calls.map(({ toolCallId, toolName, input }) => ({ toolCallId, toolName, input })));
    }
    if (message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type !== "tool-result") continue;
      settle(last.steps, part.toolCallId, readOutput(part.output));
    }
  }
  return { ...last, before: pieces.slice(0, -1) };
}

export function resultOfCall({ steps }: Pick<Transcript, "steps">, toolName: string, nth = 0): unknown {
  const results = steps.flat().filter((call) => call.toolName === toolName && call.result?.ok);
  const result = results[nth]?.result;
  return result?.ok ? result.value : undefined;
}

/** Sets the result of the latest call with this id that has none, because providers may repeat call ids. */
function settle(steps: ScriptedCall[][], toolCallId: string, result: Result): void {
  const call = steps.flat().findLast((open) => open.toolCallId === toolCallId && !open.result);
  if (call) call.result = result;
}

type UserContent = Extract<LanguageModelV4Prompt[number], { role: "user" }>["content"];

const textIn = (content: UserContent): string =>
  content
    .filter((part) => part.type === "text")
    .map(({ text }) => text)
    .join("\n")
    .trim();

function readOutput(output: LanguageModelV4ToolResultOutput): Result {
  switch (output.type) {
    case "json":
      return { ok: true, value: output.value };
    case "text":
      return { ok: true, value: output.value };
    case "content":
      return { ok: true, value: output.value };
    case "error-text":
      return { ok: false, text: output.value };
    case "error-json":
      return { ok: false, text: JSON.stringify(output.value, null, 2) };
    case "execution-denied":
      return { ok: false, text: output.reason ?? "It was not allowed." };
  }
}
