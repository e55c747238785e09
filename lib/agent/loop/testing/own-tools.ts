import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type Call, scripted } from "./model";

export type Played = { text?: string; calls?: Call[]; before?: () => Promise<unknown> };

/** Returns a model that plays `steps`, and functions that read the tools and prompt of each step. */
export function watched(...steps: Played[]) {
  const requests: LanguageModelV4CallOptions[] = [];
  const { model, prompts }: { model: LanguageModelV4; prompts: unknown[] } = scripted(
    steps.map(({ before, ...step }) => (options) => {
      requests.push(options);
      return { ...step, until: before?.() };
    }),
  );
  const offered = (step: number) => requests[step]?.tools?.map(({ name }) => name) ?? [];
  const descriptionOf = (step: number, name: string) => {
    const tool = requests[step]?.tools?.find((each) => each.name === name);
    return tool?.type === "function" ? tool.description : undefined;
  };
  const schemaOf = (step: number, name: string) => {
    const tool = requests[step]?.tools?.find((each) => each.name === name);
    return tool?.type === "function" ? tool.inputSchema : undefined;
  };
  const promptText = (step: number) =>
    JSON.stringify(prompts[step]).replaceAll("\\n", "\n").replaceAll("\\", "");
  return { model, offered, descriptionOf, schemaOf, told: promptText };
}

export const call = (tool: string, input: unknown, id = tool): Call => ({ id, tool, input });

export const double = {
  name: "double",
  description: "Doubles a number",
  parameter_schema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  code: "console.log('doubling ' + args.n); return args.n * 2",
};

export const user = { author: "person", cause: null } as const;
