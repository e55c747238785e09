"use client";

import * as z from "zod/mini";
import { useKeptDraft } from "@/components/editor/use-kept-draft";

/** What of a tool can be changed, each as a text. */
const draftTexts = z.object({
  description: z.string(),
  schema: z.string(),
  code: z.string(),
  memoryMb: z.string(),
  cpuMs: z.string(),
  wallMs: z.string(),
});
export type DraftTexts = z.infer<typeof draftTexts>;

/** What it leaves out is as it is live. */
const draft = z.extend(z.partial(draftTexts), {
  /** The version that was changed. */
  version: z.number(),
});

/** A tool as it is being written. */
export const useToolDraft = (name: string) => useKeptDraft(`easel:tool:${name}`, draft);
