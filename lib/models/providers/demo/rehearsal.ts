import type { JSONValue, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import { createDemoModel } from "./model";

export type Act = { text: string; calls: { toolName: string; input: string }[] };
type Reply = LanguageModelV4ToolResultOutput;

export const json = (value: JSONValue): Reply => ({ type: "json", value });
export const says = (text: string): LanguageModelV4Prompt[number] => ({
  role: "user",
  content: [{ type: "text", text }],
});

export async function rehearseScene(before: LanguageModelV4Prompt, replies: Reply[]): Promise<Act[]> {
  const prompt = [...before];
  const acts: Act[] = [];
  const left = [...replies];
  for (let step = 0; step < 16; step++) {
    // Use a new model for each step, to show that the demo keeps no state.
    const { content } = await createDemoModel({ delayMs: 0 }).doGenerate({ prompt });
    const calls = content.filter((part) => part.type === "tool-call");
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    acts.push({ text, calls: calls.map(({ toolName, input }) => ({ toolName, input })) });
    if (calls.length === 0 || left.length === 0) return acts;
    prompt.push({
      role: "assistant",
      content: calls.map(({ toolCallId, toolName, input }) => ({
        type: "tool-call",
        toolCallId,
        toolName,
        input,
      })),
    });
    prompt.push({
      role: "tool",
      content: calls.map(({ toolCallId, toolName }) => ({
        type: "tool-result",
        toolCallId,
        toolName,
        output: left.shift() ?? { type: "error-text", value: "The rehearsal has no reply left" },
      })),
    });
  }
  throw new Error("The scene does not end");
}
