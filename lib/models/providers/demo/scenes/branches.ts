import type { Scene } from "../scene";

export const branches: Scene = {
  title: "Change what you said",
  about: /\b(edit\w*|branch\w*|versions?|change|undo|retry|again)\b/,
  play: () => ({
    text: "Every message of yours can be edited: point at it, or tab to it, and choose **Edit**. You get a second version of the conversation from there on, and arrows between the two. **Try again** does the same for an answer. Nothing is overwritten.",
  }),
};
