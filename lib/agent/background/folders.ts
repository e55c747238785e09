import { z } from "zod";
import { readFolders } from "@/lib/data/files/folders";
import { defineBackgroundJob } from "./define";

const ROUND_MS = 300_000;

/** Reads the changes of watched folders. A round that takes too long goes on with the next one. */
export const readFoldersJob = defineBackgroundJob({
  name: "read-folders",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 60,
  run: (_, signal) => readFolders(AbortSignal.any([signal, AbortSignal.timeout(ROUND_MS)])),
});
