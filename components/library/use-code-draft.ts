"use client";

import * as z from "zod/mini";
import { useKeptDraft } from "@/components/editor/use-kept-draft";

const draft = z.object({
  code: z.string(),
  /** The version that was changed. */
  version: z.number(),
});

/** A component's code as it is being written. */
export const useCodeDraft = (name: string) => useKeptDraft(`easel:component:${name}`, draft);
