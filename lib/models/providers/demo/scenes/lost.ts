import type { Scene } from "../scene";
import { quoted } from "../turn";

export const lost: Scene = {
  title: "Help",
  about: /^$/,
  play: ({ text, before }) => ({
    text:
      before.length === 0
        ? `I am a script, not a language model: I read your words${text ? ` (${quoted(text)})` : ""}, but I cannot think about them. A model can; connect one in [Settings › Models](/settings/models). What I can do is show you around.`
        : `I read your words${text ? ` (${quoted(text)})` : ""}, but a script cannot think about them. Connect a model in [Settings › Models](/settings/models), and it will.`,
  }),
};
