import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { embedTexts } from "@/lib/data/files/embed-texts";
import { readNewTexts } from "@/lib/data/files/texts";
import { indexWritten } from "@/lib/data/memory/indexing";
import { defineBackgroundJob } from "./define";

const ROUND_MS = 50_000;
/** While files are read, the texts that were stored in the meantime are embedded at this interval. */
const LOOK_MS = 1_000;

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
    let isReading = true;
    const reading = readNewTexts(signal, ROUND_MS).finally(() => {
      isReading = false;
    });
    const embedding = async () => {
      const end = performance.now() + ROUND_MS;
      for (;;) {
        const isLast = !isReading;
        await embedTexts(signal, end - performance.now());
        if (isLast || signal.aborted) return;
        await Promise.race([reading, delay(LOOK_MS, undefined, { ref: false })]);
      }
    };
    await Promise.all([reading, embedding()]);
  },
});
