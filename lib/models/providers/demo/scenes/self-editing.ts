import { z } from "zod";
import type { Scene } from "../scene";
import { resultOfCall } from "../transcript";
import { requestedCall } from "../turn";

const LINE = "Answer in at most three sentences, unless more is asked for.";

const read = z.object({ prompt: z.string(), version: z.number() });
const edited = z.object({ version: z.number() });

export const selfEditing: Scene = {
  title: "Be terser from now on",
  about: /\b(terse\w*|brief\w*|concise|prompt|instructions?|yourself|history|restor\w*|roll(ed)? back)\b/,

  play(transcript) {
    const stored = read.safeParse(resultOfCall(transcript, "read_system_prompt")).data;
    if (!stored) {
      return {
        text: "That belongs into my system prompt. I read the current version.",
        calls: [requestedCall("read_system_prompt", {})],
      };
    }
    if (stored.prompt.includes(LINE)) {
      return {
        text: `It says so already, since an earlier version: “${LINE}” Take it back under [History](/agent/history?kind=system_prompt), and ask me again.`,
      };
    }
    const change = edited.safeParse(resultOfCall(transcript, "edit_system_prompt")).data;
    if (!change) {
      return {
        text: "I add one sentence, and leave the rest as it is.",
        calls: [requestedCall("edit_system_prompt", { operation: "append", content: `\n\n${LINE}` })],
      };
    }
    const { version } = change;
    return {
      text: `Done: version ${version} of my prompt ends with “${LINE}” A model would follow it from the next conversation on; a script does not.\n\nYou have the last word: open [History](/agent/history?kind=system_prompt), look at what was added, and press **Restore version ${version - 1}**. That makes a new version, so nothing is lost.`,
    };
  },
};
