import { z } from "zod";
import { indexWritten } from "@/lib/data/memory/indexing";
import { defineBackgroundJob } from "./define";

/** How long one round works; the next one goes on. */
const ROUND_MS = 50_000;

/**
 * What was said or remembered is found by its words at once, and by its meaning when somebody looks for something: a search
 * begins with the newest of it. The rest is done here, seldom, because loading the model takes more than a second of a processor.
 */
export const indexing = defineBackgroundJob({
  name: "index-texts",
  title: "Make what was written searchable by its meaning",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 300,
  run: (_, signal) => indexWritten(signal, ROUND_MS),
});
