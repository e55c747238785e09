import { z } from "zod";
import { tryChanges } from "@/lib/agent/proofs/trial";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { TRIED } from "@/lib/shared/proofs/contract";
import { subscribe } from "@/lib/store/bus";
import { defineBackgroundJob } from "./define";
import { enqueue } from "./queue";

/** Tries changes of prompts, notes and skills on recent turns. A trial whose server died continues after its last case. */
export const trialJob = defineBackgroundJob({
  name: "try-changes",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 30,
  run: (_, signal) => tryChanges(signal),
});

const KINDS: ReadonlySet<string> = new Set(TRIED);

/** Starts the job when a prompt, notes or a skill changed or their trial was requested. */
export const tryOnChange = () =>
  singleton(
    "trials",
    () =>
      subscribe((notice) => {
        if (notice.type !== "history" || !KINDS.has(notice.kind)) return;
        enqueue(trialJob, [{}]).catch((error) => log.warn("A trial could not be queued", error));
      }),
    (stop) => stop(),
  );
