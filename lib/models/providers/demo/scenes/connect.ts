import type { Scene } from "../scene";

export const connectScene: Scene = {
  title: "Connect a real model",
  about:
    /\b(connect\w*|models?|keys?|openai|gpt|claude|anthropic|gemini|google|ollama|lm studio|llm|settings)\b/,
  play: () => ({
    text: [
      "A real model takes a minute:",
      "1. Open [Settings › Models](/settings/models).\n2. Choose OpenAI, Anthropic, Google, a gateway or any compatible server, and paste a key. Ollama and LM Studio on this machine are found without one.\n3. Press **Test connection**; if something is wrong, it shows the reason.",
      'Until then you can also be the model yourself. Type a call and it is really made: `/set_state {"key":"colour","value":"green"}`',
    ].join("\n\n"),
  }),
};
