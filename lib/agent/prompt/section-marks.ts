import type { Offer } from "@/lib/agent/offer/toolset";
import type { Marked } from "@/lib/shared/origins";
import type { PromptFields } from "./prompt";
import type { PromptSnapshot } from "./prompt-snapshot";

export type SentPrompt = {
  /** Phone number of the contact who writes; null for the owner. */
  contact: string | null;
  offered: Offer | undefined;
  snapshot: PromptSnapshot;
};

/**
 * How the origins of a section reach the conversation. `own`: Easel wrote the text. `user`: only the user can write it.
 * `omitted`: the section leaves out values with origins. `start`: the conversation has stored the origins since it began.
 * A function returns the values in the section, with their origins.
 */
type SectionMarks = "own" | "user" | "omitted" | "start" | ((sent: SentPrompt) => readonly Marked[]);

/** A new field of the prompt needs a line here. `app/prompt-origins.test.ts` tests each line. */
export const SECTION_MARKS: Record<keyof PromptFields, SectionMarks> = {
  identity: "start",
  tools: ({ offered }) =>
    [...(offered?.tools ?? [])].map(([name, { words }]) => ({ kind: "tool", name, origins: [...words] })),
  project: ({ contact, snapshot }) => (contact === null ? snapshot.markedProject : []),
  tables: "omitted",
  documents: ({ offered, snapshot }) => (offered?.present.has("documents") ? snapshot.markedDocuments : []),
  components: "omitted",
  skills: "omitted",
  schedule: ({ contact, snapshot }) => (contact === null ? snapshot.markedJobs : []),
  whatsapp: "user",
  codeHint: "omitted",
  trials: "own",
  memory: ({ offered, snapshot }) => (offered?.present.has("memory") ? snapshot.markedMemory : []),
  recalled: ({ offered, snapshot }) => (offered?.present.has("memory") ? snapshot.markedFacts : []),
  model: "own",
  families: "user",
  now: "own",
  timeZone: "user",
};

/** Returns the stored values in the system message and the tool descriptions, with their origins. */
export const marksOfPrompt = (sent: SentPrompt): Marked[] =>
  Object.values(SECTION_MARKS).flatMap((marks) => (typeof marks === "function" ? marks(sent) : []));
