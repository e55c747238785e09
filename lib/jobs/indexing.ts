import { z } from "zod";
import { indexWritten } from "@/lib/memory/indexing";
import { define } from "./define";

/** How long one round works; the next one goes on. */
const ROUND_MS = 50_000;

/** What was said or remembered is found by what it means a minute later at the latest; by its words it is found at once. */
export const indexing = define({
  name: "index-texts",
  title: "Make what was written searchable by its meaning",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 60,
  run: (_, signal) => indexWritten(signal, ROUND_MS),
});
