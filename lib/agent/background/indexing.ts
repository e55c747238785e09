import { z } from "zod";
import { embedTexts } from "@/lib/data/files/embed-texts";
import { readNewTexts } from "@/lib/data/files/texts";
import { indexWritten } from "@/lib/data/memory/indexing";
import { defineBackgroundJob } from "./define";

const ROUND_MS = 50_000;

/**
 * Embeds texts for semantic search. New texts are found by words at once, and a search embeds the newest ones
 * itself. This job does the rest at long intervals, because loading the model takes more than a second of CPU
 * time.
 */
export const indexJob = defineBackgroundJob({
  name: "index-texts",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 300,
  run: (_, signal) => indexWritten(signal, ROUND_MS),
});

/** Reads the text of new files and embeds it, newest first. A server that dies loses only the file that it reads. */
export const fileTextsJob = defineBackgroundJob({
  name: "read-files",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 15,
  run: async (_, signal) => {
    await Promise.all([readNewTexts(signal, ROUND_MS), embedTexts(signal, ROUND_MS)]);
  },
});
