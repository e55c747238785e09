import type { Scene } from "../scene";

export const enough: Scene = {
  title: "That is enough",
  about: /\b(enough|stop|bye|goodbye|thanks|thank you|nothing)\b/,
  play: () => ({
    text: "Then I wait here. Say **show me around** to go on, or open [Settings › Models](/settings/models) and let a real model take over.",
  }),
};
