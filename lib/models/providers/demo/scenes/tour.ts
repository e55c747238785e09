import { TOUR } from "@/lib/shared/demo-tour";
import type { Scene } from "../scene";

export const tour: Scene = {
  title: TOUR,
  about: /\b(tour|around|what can you|hello|hi|hey|begin|start)\b/,
  play: () => ({
    text: "I am a script, not a language model, but everything you see here really happens. Five minutes, a bakery, and you do most of it yourself. You can leave at any time and come back: the conversation stays.",
  }),
};
