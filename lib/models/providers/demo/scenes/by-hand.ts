import type { Scene } from "../scene";
import type { ScriptedCall, Transcript } from "../transcript";
import { type DemoTurn, fenced, type Requested } from "../turn";

const COMMAND = /^\/([A-Za-z_][\w-]*)(?=\s|$)/;
const MAX_SHOWN = 4_000;

/** Calls `/tool_name {json}` exactly as the user types it. Several calls are allowed. */
export const byHand: Scene = {
  title: "Call a tool by hand",
  about: COMMAND,

  play({ text, steps: [first, loads, again] }: Transcript): DemoTurn {
    const wanted = commands(text);
    if (!first) return { text: "", calls: wanted };
    const early = first.filter(isEarly);
    if (early.length > 0 && !loads) return { text: "", calls: [...new Set(early.map(toolsetOf))].map(load) };
    if (early.length > 0 && !again)
      return { text: "", calls: wanted.filter((_, nth) => isEarly(first[nth])) };
    const late = [...(again ?? [])];
    return { text: first.map((call) => report(isEarly(call) ? (late.shift() ?? call) : call)).join("\n\n") };
  },
};

/** The loop's error for a tool whose toolset is not loaded. */
const EARLY = /^Load the toolset first: load_toolset \{"id":"([\w:.-]+)"\}/;

const toolsetOf = (call: ScriptedCall | undefined) =>
  call?.result?.ok === false ? EARLY.exec(call.result.text)?.[1] : undefined;
const isEarly = (call: ScriptedCall | undefined) => toolsetOf(call) !== undefined;
const load = (id: string | undefined): Requested => ({
  toolName: "load_toolset",
  input: JSON.stringify({ id }),
});

/** Parses the commands. Each ends at the next line that begins with one, so that its JSON may span lines. */
function commands(text: string): Requested[] {
  const calls: Requested[] = [];
  for (const line of text.split("\n")) {
    const [head, toolName] = COMMAND.exec(line) ?? [];
    const open = calls.at(-1);
    if (head && toolName) calls.push({ toolName, input: line.slice(head.length) });
    else if (open) open.input += `\n${line}`;
  }
  return calls.map(({ toolName, input }) => ({ toolName, input: input.trim() || "{}" }));
}

function report({ toolName, result }: ScriptedCall): string {
  if (!result) return `\`${toolName}\` gave no result.`;
  if (!result.ok) return `\`${toolName}\` ended with an error:\n\n${fenced(cut(result.text))}`;
  const { value } = result;
  const shown =
    typeof value === "string" ? fenced(cut(value)) : fenced(cut(JSON.stringify(value, null, 2)), "json");
  return `\`${toolName}\` came back with:\n\n${shown}`;
}

const cut = (text: string) =>
  text.length > MAX_SHOWN
    ? `${text.slice(0, MAX_SHOWN)}\n… and ${text.length - MAX_SHOWN} characters more`
    : text;
