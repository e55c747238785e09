import type { PromptPart } from "@/lib/agent/offer/toolset";
import type { Settings } from "@/lib/store/agents/settings";
import { adapterFor } from "./adapters/index";

/** A new field needs a case in `app/prompt-isolation.test.ts`. */
export type PromptFields = {
  identity: string;
  tools: readonly PromptPart[];
  /** The project of the conversation, with its instructions. Empty if it has none. */
  project: string;
  /** Tables of the agent's database. Empty if there are none or the agent may not query them. */
  tables: string;
  /** Document collections. Empty if the agent has no notes on them and no tools for them. */
  documents: string;
  /** Stored components. Empty if there are none or the agent may not show any. */
  components: string;
  /** Enabled skills. Empty if there are none or the agent has no tool to read them. */
  skills: string;
  /** Jobs, triggers and pulse. Empty if there are none. */
  schedule: string;
  /** Contacts that the agent may read and answer. Empty if WhatsApp is not connected. */
  whatsapp: string;
  /** Most frequent errors of the agent's code. Empty if there are few or the agent runs no code. */
  codeHint: string;
  /** Changes made in the conversation that a trial held or returned. Usually empty. */
  trials: string;
  /** The agent's memory. Empty if the memory is off. */
  memory: string;
  /** Facts relevant to the message. Empty if there are none. */
  recalled: string;
  /** `provider/model`. Some families need additional instructions. */
  model: string;
  /** The user's instructions for families of models, which replace the built-in ones. */
  families: Settings["families"];
  now: Date;
  timeZone: string;
};

export const systemText = (parts: readonly PromptPart[]): string =>
  parts.map(({ text }) => text).join("\n\n");

/**
 * Returns the non-empty parts of the system message. Parts that never change in a conversation come first, so
 * that providers can cache them. The clock is last.
 */
export function promptParts({
  identity,
  tools,
  project,
  tables,
  documents,
  components,
  skills,
  schedule,
  whatsapp,
  codeHint,
  trials,
  memory,
  recalled,
  model,
  families,
  now,
  timeZone,
}: PromptFields): PromptPart[] {
  const [first, ...others] = tools;
  const adapter = adapterFor(model);
  // The built-in instructions concern only tools, so omit them for a model without tools.
  const forFamily = families[adapter.id]?.instructions ?? (first ? adapter.prompt : "");
  const parts: PromptPart[] = [
    { id: "identity", title: "System prompt and learned notes", text: identity },
    ...(first ? [{ ...first, text: `# Tools\n\n${first.text}` }, ...others] : []),
    { id: "model", title: `For ${adapter.title}`, text: forFamily, family: adapter.id },
    { id: "project", title: "Project", text: project },
    { id: "tables", title: "Tables", text: tables },
    { id: "documents", title: "Collections", text: documents },
    { id: "components", title: "Components", text: components },
    { id: "skills", title: "Skills", text: skills },
    { id: "schedule", title: "Jobs and check-ins", text: schedule },
    { id: "whatsapp", title: "WhatsApp", text: whatsapp },
    { id: "code-hint", title: "Frequent errors in code", text: codeHint },
    { id: "trials", title: "Changes that are not live", text: trials },
    { id: "memory", title: "Memory", text: memory },
    { id: "recalled", title: "Recalled facts", text: recalled },
    { id: "clock", title: "Date and time", text: `It is ${clock(now, timeZone)}.` },
  ];
  return parts.filter(({ text }) => text !== "");
}

/** Cached by zone, because creating a formatter takes longer than the rest of the prompt. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clock(now: Date, timeZone: string): string {
  let format = clocks.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone });
    clocks.set(timeZone, format);
  }
  return `${format.format(now)} (${timeZone})`;
}
