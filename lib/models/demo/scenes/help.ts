import { openings } from "@/lib/shared/openings";
import type { Scene } from "../scene";
import { quote } from "../turn";

/** The answer to everything that no other scene knows. */
export const help: Scene = {
  matches: () => true,

  play: ({ text }) => ({
    text: [
      `I am a script, not a language model. I read your words${text ? ` (${quote(text)})` : ""}, but I cannot think about them. What I can do:`,
      openings.map(({ title }) => `- **${title}**`).join("\n"),
      '- Call any tool by hand: `/tool_name {json}`, such as `/set_state {"key":"colour","value":"green"}` and then `/get_state {"key":"colour"}`. Several lines are several calls.',
      "To talk with a real model, start Easel with `OPENAI_API_KEY`, or with `OPENAI_BASE_URL` set to a server that speaks OpenAI's API, such as `http://localhost:11434/v1` for Ollama.",
    ].join("\n\n"),
  }),
};
