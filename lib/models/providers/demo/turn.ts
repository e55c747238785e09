import { escapeMarkdown } from "@/lib/shared/blocks/define";

export type Requested = { toolName: string; input: string };

/** The text and calls of one step. A step without calls ends the run. */
export type DemoTurn = {
  text: string;
  calls?: Requested[];
  slowly?: number;
};

export const requestedCall = (toolName: string, input: unknown): Requested => ({
  toolName,
  input: JSON.stringify(input),
});

export const splitWords = (text: string): string[] => text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];

/** Formats untrusted text as one line of markdown that shows exactly its characters. */
export function plainMarkdown(text: string, max = 120): string {
  const line = text.replace(/\s+/g, " ").trim();
  return escapeMarkdown(line.length > max ? `${line.slice(0, max).trimEnd()}…` : line);
}

export const quoted = (text: string, max?: number): string => `“${plainMarkdown(text, max)}”`;

export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
