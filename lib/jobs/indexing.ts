import { z } from "zod";
import { indexWritten } from "@/lib/memory/indexing";
import { define } from "./define";

/** How long one round works; the next one goes on. */
const ROUND_MS = 50_000;

/** What was said or remembered is found by what it means some seconds later; by its words it is found at once. */
export const indexing = define({
  name: "index-texts",
  title: "Make what was written searchable by its meaning",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 10,
  run: (_, signal) => indexWritten(signal, ROUND_MS),
});
