import type { Scene } from "../scene";
import { quoted } from "../turn";

export const lost: Scene = {
  title: "Help",
  about: /^$/,
  play: ({ text }) => ({
    text: `I am a script, not a language model: I read your words${text ? ` (${quoted(text)})` : ""}, but I cannot think about them. A model can; it is connected in [Settings › Models](/settings/models). What I can do is show you around.`,
  }),
};
