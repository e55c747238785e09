import { closing, opening, paint, reply, type Scene } from "../scene";
import { resultOf, type Transcript } from "../transcript";
import { call, quote, type Turn } from "../turn";

export const KEY = "demo.remembered";

/** Asks for something, stores it as state, reads it back and shows it. */
export const remember: Scene = {
  matches: (text) => /\bremember\b/i.test(text),

  play(transcript: Transcript): Turn {
    const answer = reply(transcript);
    if (answer === undefined) {
      return {
        text: opening(transcript, "I keep one thing for you, in this workspace's state."),
        calls: [call("ask_user", { question: "What shall I remember?" })],
      };
    }
    if (resultOf(transcript, "set_state") === undefined) {
      return { text: "I write it down.", calls: [call("set_state", { key: KEY, value: { text: answer } })] };
    }
    const stored = resultOf(transcript, "get_state");
    if (stored === undefined) {
      return { text: "And I read it back, to be sure.", calls: [call("get_state", { key: KEY })] };
    }
    if (!closing(transcript)) {
      return {
        text: `You asked me to remember ${quote(answer)}.`,
        calls: [
          paint({
            title: "What I remember",
            blocks: [
              {
                type: "alert",
                variant: "success",
                content: `Stored under \`${KEY}\`. It outlives this conversation and a restart.`,
              },
              { type: "json", data: stored },
            ],
          }),
        ],
      };
    }
    return { text: "It stays there. Start another conversation and ask **What do you remember?**" };
  },
};
