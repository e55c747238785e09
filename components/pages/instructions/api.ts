import * as z from "zod/mini";
import { jsonBody, request } from "@/components/client/request";

const saved = z.object({ content: z.string(), version: z.number() });
export type SavedText = z.infer<typeof saved>;

export type TextStore = {
  key: string;
  read(): Promise<SavedText>;
  /**
   * Saves a text. `version` is the version that the user edited; the server rejects the text if that version
   * is no longer live.
   */
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
