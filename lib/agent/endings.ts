import type { RunError } from "@/lib/store/run-context";

/*
 * What a person reads when a run ends before the model was done.
 */

export const givenUp: RunError = {
  code: "crashed",
  message:
    "The server went down several times in the middle of this answer, so it was given up. Try again, or ask in another way.",
};

export const silent: RunError = {
  code: "no_answer",
  message: "The model ended without saying anything. Ask again, or choose another model.",
};

export const stopped: RunError = { code: "stopped", message: "You stopped it here." };
