import { z } from "zod";
import type { Scene } from "../scene";
import { resultOfCall } from "../transcript";
import { quoted, requestedCall } from "../turn";
import { REMEMBERED_KEY } from "./remember";

const remembered = z.object({ value: z.object({ text: z.string() }) });

export const recall: Scene = {
  title: "What do you remember?",
  about: /\b(what|do)\b.*\byou\b.*\bremember\b|\bwhat did i\b/,

  play(transcript) {
    const stored = resultOfCall(transcript, "get_state");
    if (stored === undefined) {
      return {
        text: "I look it up.",
        calls: [requestedCall("get_state", { key: REMEMBERED_KEY })],
      };
    }
    const found = remembered.safeParse(stored).data;
    return {
      text: found
        ? `You told me: ${quoted(found.value.text, 1000)}.`
        : "Nothing yet. Choose **Remember something**, and I will ask you what to store.",
    };
  },
};
