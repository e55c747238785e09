import { canvasClosing, paint, type Scene } from "../scene";
import { type Requested, requestedCall } from "../turn";

const LABELS = ["Mon", "Tue", "Wed", "Thu", "Fri"];
const LEFT = [21, 18, 17, 14, 6];

export const errorRecovery: Scene = {
  title: "See something go wrong",
  about: /\b(wrong|errors?|fail\w*|mend\w*|mistakes?|broken|trouble)\b/,
  failsWell: true,

  play(transcript) {
    const [first] = transcript.steps.flat();
    if (!first) {
      return {
        text: "Now I make a mistake on purpose: a chart of five days with four numbers.",
        calls: [requestedCall("render_blocks", chart(LEFT.slice(0, 4)))],
      };
    }
    if (first.result?.ok) return { text: "Easel accepted it, which surprises me." };
    if (canvasClosing(transcript)) {
      return {
        text: "Open “after 1 try”: it holds the call and the error, word for word. A model reads the same error and fixes its call the same way. When a model itself fails, because of a wrong key, a limit or a lost connection, its message says so and offers what to do; the text so far is kept.",
      };
    }
    return {
      text: "Easel refused it and said which number is missing. So I can fix it.",
      calls: [mended()],
    };
  },
};

const chart = (values: number[]) => ({
  title: "Left over",
  blocks: [
    {
      type: "chart" as const,
      chartType: "bar" as const,
      unit: "rolls",
      data: { labels: LABELS, series: [{ name: "Left over", values }] },
    },
  ],
});

const mended = (): Requested => paint(chart(LEFT));
