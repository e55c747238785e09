import { opening, type Scene } from "../scene";

export const tour: Scene = {
  title: "Show me around",
  about: /\b(tour|around|what can you|hello|hi|hey|begin|start)\b/,
  play: (transcript) => ({
    text: opening(
      transcript,
      "Five minutes, a bakery, and you do most of it yourself. You can leave at any time and come back: the conversation stays.",
    ),
  }),
};
