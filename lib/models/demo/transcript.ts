import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";

export type Result = { ok: true; value: unknown } | { ok: false; text: string };
export type Call = { toolCallId: string; toolName: string; result?: Result };

/** What the script goes by: the person's last message and the calls made since. */
export type Transcript = {
  text: string;
  /** Calls of every step since the person's last message, oldest first. */
  steps: Call[][];
  /** Nothing was answered in this conversation before. */
  first: boolean;
};

export function readTranscript(prompt: LanguageModelV4Prompt): Transcript {
  const start = prompt.findLastIndex(({ role }) => role === "user");
  const steps: Call[][] = [];
  for (const message of prompt.slice(start + 1)) {
    if (message.role === "assistant") {
      steps.push(
        message.content
          .filter((part) => part.type === "tool-call")
          .map(({ toolCallId, toolName }) => ({ toolCallId, toolName })),
      );
    }
    if (message.role === "tool") {
      for (const part of message.content) {
        if (part.type === "tool-result") settle(steps, part.toolCallId, readOutput(part.output));
      }
    }
  }
  return {
    text: userText(prompt[start]),
    steps: steps.filter((calls) => calls.length > 0),
    first: !prompt.slice(0, Math.max(0, start)).some(({ role }) => role === "assistant"),
  };
}

/** The value of the nth successful call of a tool since the person's last message. */
export function resultOf(transcript: Transcript, toolName: string, nth = 0): unknown {
  const results = transcript.steps.flat().filter((call) => call.toolName === toolName && call.result?.ok);
  const result = results[nth]?.result;
  return result?.ok ? result.value : undefined;
}

/** Providers may repeat call ids, so a result belongs to the latest open call with its id. */
function settle(steps: Call[][], toolCallId: string, result: Result) {
  const call = steps.flat().findLast((open) => open.toolCallId === toolCallId && !open.result);
  if (call) call.result = result;
}

function userText(message: LanguageModelV4Prompt[number] | undefined): string {
  if (message?.role !== "user") return "";
  return message.content
    .filter((part) => part.type === "text")
    .map(({ text }) => text)
    .join("\n")
    .trim();
}

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
