/** What a family of models is told besides, where it goes wrong without. The last resort: descriptions come first. */
export type Adapter = {
  id: "gpt" | "claude" | "gemini" | "other";
  title: string;
  /** Begins a model's name, without its vendor. */
  sign: RegExp;
  /** Said only when there are tools. */
  prompt: string;
};
