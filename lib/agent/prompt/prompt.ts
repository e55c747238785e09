import type { PromptPart } from "@/lib/agent/offer/toolset";
import type { Settings } from "@/lib/store/agents/settings";
import { adapterFor } from "./adapters/index";

/** A new field needs a case in `app/prompt-isolation.test.ts`. */
export type Moving = {
  identity: string;
  tools: readonly PromptPart[];
  /** What there is in the agent's database; empty where it has none or may not ask it. */
  tables: string;
  /** Its collections of documents; empty where it has noted nothing of them and has no tools for them. */
  documents: string;
  /** The components that it has stored; empty where it has none or may show none. */
  components: string;
  /** Its jobs, triggers and pulse; empty where it has none. */
  schedule: string;
  /** Whom it may read and answer there; empty where WhatsApp is not connected. */
  whatsapp: string;
  /** What fails most in the code that it runs; empty where that is little, or it runs none. */
  codeHint: string;
  /** What the agent remembers; empty where memory is off. */
  memory: string;
  /** Facts that fit the message that is answered; empty where none do. */
  recalled: string;
  /** `provider/model`: some families need a word of their own. */
  model: string;
  /** The person's words for families, in place of ours. */
  families: Settings["families"];
  now: Date;
  timeZone: string;
};

/** The system message of its parts. */
export const systemText = (parts: readonly PromptPart[]): string =>
  parts.map(({ text }) => text).join("\n\n");

/**
 * The parts of the system message. Those that never change in a conversation are first, so that providers can cache them;
 * the clock is last. Empty parts are left out.
 */
export function promptParts({
  identity,
  tools,
  tables,
  documents,
  components,
  schedule,
  whatsapp,
  codeHint,
  memory,
  recalled,
  model,
  families,
  now,
  timeZone,
}: Moving): PromptPart[] {
  const [first, ...others] = tools;
  const adapter = adapterFor(model);
  // Ours is about tools alone.
  const forFamily = families[adapter.id]?.instructions ?? (first ? adapter.prompt : "");
  const parts: PromptPart[] = [
    { id: "identity", title: "System prompt and learned notes", text: identity },
    ...(first ? [{ ...first, text: `# Tools\n\n${first.text}` }, ...others] : []),
    { id: "model", title: `For ${adapter.title}`, text: forFamily },
    { id: "tables", title: "Tables", text: tables },
    { id: "documents", title: "Collections", text: documents },
    { id: "components", title: "Components", text: components },
    { id: "schedule", title: "Jobs and pulse", text: schedule },
    { id: "whatsapp", title: "WhatsApp", text: whatsapp },
    { id: "code-hint", title: "What failed in code", text: codeHint },
    { id: "memory", title: "Memory", text: memory },
    { id: "recalled", title: "Recalled facts", text: recalled },
    { id: "clock", title: "Date and time", text: `It is ${clock(now, timeZone)}.` },
  ];
  return parts.filter(({ text }) => text !== "");
}

/** Making a formatter costs more than the rest of the prompt, so each zone's is kept. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clock(now: Date, timeZone: string): string {
  let format = clocks.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone });
    clocks.set(timeZone, format);
  }
  return `${format.format(now)} (${timeZone})`;
}
