import { canvasClosing, paint, reply, type Scene } from "../scene";
import { resultOfCall } from "../transcript";
import { quoted, requestedCall } from "../turn";

export const REMEMBERED_KEY = "demo.remembered";

export const remember: Scene = {
  title: "Remember something",
  about: /\b(remember|memory|state|store|note|forget)\b/,

  play(transcript) {
    const answer = reply(transcript);
    if (answer === undefined) {
      return {
        text: "I keep one thing for you, beyond this conversation.",
        calls: [requestedCall("ask_user", { question: "What shall I remember?" })],
      };
    }
    if (resultOfCall(transcript, "set_state") === undefined) {
      return {
        text: "I write it down.",
        calls: [requestedCall("set_state", { key: REMEMBERED_KEY, value: { text: answer } })],
      };
    }
    const stored = resultOfCall(transcript, "get_state");
    if (stored === undefined)
      return {
        text: "And I read it back, to be sure.",
        calls: [requestedCall("get_state", { key: REMEMBERED_KEY })],
      };
    if (!canvasClosing(transcript)) {
      return {
        text: `You asked me to remember ${quoted(answer)}. Open the two lines above to see the input, the output and the time.`,
        calls: [
          paint({
            title: "What I remember",
            blocks: [
              {
                type: "alert",
                variant: "success",
                content: `Stored under \`${REMEMBERED_KEY}\`. It outlives this conversation and a restart.`,
              },
              { type: "json", data: stored },
            ],
          }),
        ],
      };
    }
    return { text: "Start another conversation some time and ask **What do you remember?**" };
  },
};
