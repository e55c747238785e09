import type { LanguageModelV4 } from "@ai-sdk/provider";

/** The part of the environment that decides which model answers. */
export type ModelSettings = {
  EASEL_MODEL?: string;
  OPENAI_API_KEY?: string;
  OPENAI_BASE_URL?: string;
};

/** One way to reach models. Adding one is a file that exports this and a line in `index.ts`. */
export type ModelProvider = {
  /** Whether a model's name follows the slash. */
  named: boolean;
  /** Settings that its models depend on: when one changes, a new model is made. */
  reads: readonly (keyof ModelSettings)[];
  /** Takes what follows the slash; throws an `AppError` that names the remedy. */
  model(name: string, settings: ModelSettings): Promise<LanguageModelV4>;
  label(name: string): string;
  /** Tokens that fit, where that is known for sure. */
  contextWindow?(name: string): number | undefined;
};
