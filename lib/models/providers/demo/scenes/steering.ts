import type { Scene } from "../scene";
import type { Transcript } from "../transcript";
import { quoted, requestedCall, splitWords } from "../turn";

const KEY = "demo.story";
const SLOWLY = 3;

/** Each hour is one step. Messages are read between two steps. */
const HOURS: readonly (readonly [hour: string, text: string])[] = [
  [
    "04:30",
    "The street is dark but for one window. Somebody lights the oven, and the first thing it warms is a cat.",
  ],
  ["05:15", "The rye goes in. It will take fifty minutes and cannot be talked into less; people have tried."],
  [
    "06:20",
    "Croissants on every shelf of the rack. They are counted twice, because once somebody ate one in between.",
  ],
  [
    "07:00",
    "The door opens. The first customer wants two rolls, the paper, and to say that it looks like rain.",
  ],
  ["09:40", "It rains. Nobody comes for ten minutes, and then everybody does, with umbrellas."],
  ["12:10", "The last rye loaf is sold to a man who says that he only came for the smell."],
  [
    "14:00",
    "The shelves are nearly bare. The cheesecake is not, and is brought home in a box, by the baker, as every Saturday.",
  ],
];

export const steering: Scene = {
  title: "Interrupt me while I write",
  about: /\b(interrupt\w*|steer\w*|story|stories|slow|long)\b/,

  play(transcript) {
    const stepCount = transcript.steps.length;
    const now = HOURS[stepCount];
    if (!now) {
      return {
        text: "Closing time, and nobody interrupted me. The story can be told again; I read a message from you at the next step.",
      };
    }
    const [hour, text] = now;
    const intro =
      "I tell a long story. **Write something into the field below while I do**, “shorter” for one, and see what happens.";
    return {
      text: `${stepCount === 0 ? `${intro}\n\n` : ""}**${hour}** ${text}`,
      calls: [requestedCall("set_state", { key: KEY, value: { hour } })],
      slowly: SLOWLY,
    };
  },
};

export function interruption({ before, text }: Transcript): Scene | undefined {
  const last = before.at(-1)?.steps.at(-1);
  if (!last?.some(({ input }) => isPlace(input)) || splitWords(text).length === 0) return undefined;
  return {
    ...steering,
    play: () => ({
      text: `You wrote ${quoted(text)} while I was writing. My text so far is kept, and your message follows it. I read it at the next step, so I stop the story here. **Stop** instead of Send would have ended the run at once.`,
    }),
  };
}

const isPlace = (input: unknown) =>
  typeof input === "object" && input !== null && "key" in input && input.key === KEY;
