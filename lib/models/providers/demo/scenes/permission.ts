import { reply, type Scene } from "../scene";
import { resultOfCall } from "../transcript";
import { fenced, requestedCall } from "../turn";

const KEY = "demo.order";
const ORDER = { flour_kg: 250, from: "Mill Lane" };
const GO = "It is set, go on";

export const permissionScene: Scene = {
  title: "Let me ask you first",
  about: /\b(permission|polic\w+|approv\w+|allow\w*|ask( me)? first|deny)\b/,
  failsWell: true,

  play(transcript) {
    const answer = reply(transcript);
    if (answer === undefined) {
      return {
        text: "Each tool runs freely, asks first, or is refused. That is yours to decide and not mine: open [Tools › set_state](/agent/tools/set_state), choose **Ask**, and come back.",
        calls: [
          requestedCall("ask_user", {
            question: "Shall I order flour once it is set?",
            options: [GO, "Skip this"],
          }),
        ],
      };
    }
    if (answer !== GO) return { text: "Skipped." };
    const order = transcript.steps.flat().find(({ toolName }) => toolName === "set_state");
    if (!order)
      return { text: "I order flour. ", calls: [requestedCall("set_state", { key: KEY, value: ORDER })] };
    if (!order.result?.ok) return { text: `You said no, and nothing was ordered. ${back()}` };
    const stored = resultOfCall(transcript, "get_state");
    if (stored === undefined) return { text: "", calls: [requestedCall("get_state", { key: KEY })] };
    return {
      text: `You allowed it, and this is what is stored now:\n\n${fenced(JSON.stringify(stored, null, 2), "json")}\n\n${back()}`,
    };
  },
};

const back = () => "With **Allow** under [Tools › set_state](/agent/tools/set_state) it runs freely again.";
