import * as z from "zod/mini";
import { jsonBody, request } from "@/components/client/request";

const saved = z.object({ content: z.string(), version: z.number() });
export type SavedText = z.infer<typeof saved>;

export type TextStore = {
  key: string;
  read(): Promise<SavedText>;
  /** `version` is the edited version. If it is no longer live, the server responds with a conflict. */
  save(text: SavedText): Promise<SavedText>;
};

export const textAt = (key: string, path: string): TextStore => ({
  key,
  read: async () => saved.parse(await (await request(path)).json()),
  save: async (text) => saved.parse(await (await request(path, { method: "PUT", ...jsonBody(text) })).json()),
});

export type TextKind = "system_prompt" | "learned_notes";

export const TEXT_STORES: Record<TextKind, TextStore> = {
  system_prompt: textAt("system_prompt", "/api/prompt"),
  learned_notes: textAt("learned_notes", "/api/notes"),
};
