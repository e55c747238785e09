import * as z from "zod/mini";
import { jsonBody, request } from "@/components/client/request";

const saved = z.object({ content: z.string(), version: z.number() });
export type SavedText = z.infer<typeof saved>;

/** Where a text lies that a person may change. */
export type TextStore = {
  /** Under which what is not saved yet is kept in this browser. */
  key: string;
  read(): Promise<SavedText>;
  /** `version` is the one that was changed; another one since is a conflict. */
  save(text: SavedText): Promise<SavedText>;
};

/** A text that has a route of its own. */
export const textAt = (key: string, path: string): TextStore => ({
  key,
  read: async () => saved.parse(await (await request(path)).json()),
  save: async (text) => saved.parse(await (await request(path, { method: "PUT", ...jsonBody(text) })).json()),
});

/** What the agent is told at the beginning of every conversation: by the person, and by itself. */
export type TextKind = "system_prompt" | "learned_notes";

export const TEXTS: Record<TextKind, TextStore> = {
  system_prompt: textAt("system_prompt", "/api/prompt"),
  learned_notes: textAt("learned_notes", "/api/notes"),
};
