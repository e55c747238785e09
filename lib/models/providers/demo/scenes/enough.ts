import { END_TOUR } from "@/lib/shared/demo-tour";
import type { Scene } from "../scene";

export const enough: Scene = {
  title: END_TOUR,
  about: /\b(enough|stop|bye|goodbye|thanks|thank you|nothing)\b/,
  play: () => ({
    text: "That was the tour. Say **show me around** to see more, or open [Settings › Models](/settings/models) and let a real model take over.",
  }),
};
