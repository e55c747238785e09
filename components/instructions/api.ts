import * as z from "zod/mini";
import { jsonBody, request } from "@/components/client/request";

/** What the agent is told at the beginning of every conversation: by the person, and by itself. */
export type TextKind = "system_prompt" | "learned_notes";

const PATHS: Record<TextKind, string> = { system_prompt: "/api/prompt", learned_notes: "/api/notes" };

const saved = z.object({ content: z.string(), version: z.number() });
export type SavedText = z.infer<typeof saved>;

export async function readText(kind: TextKind): Promise<SavedText> {
  return saved.parse(await (await request(PATHS[kind])).json());
}

/** `version` is the one that was changed; another one since is a conflict. */
export async function saveText(kind: TextKind, text: SavedText): Promise<SavedText> {
  return saved.parse(await (await request(PATHS[kind], { method: "PUT", ...jsonBody(text) })).json());
}
