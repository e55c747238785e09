import { z } from "zod";
import { tryChanges } from "@/lib/agent/proofs/trial";
import { defineBackgroundJob } from "./define";

/** Tries changes of prompts, notes and skills on recent turns. A trial whose server died continues after its last case. */
export const trialJob = defineBackgroundJob({
  name: "try-changes",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 15,
  run: (_, signal) => tryChanges(signal),
});
