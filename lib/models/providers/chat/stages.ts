import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";

export type Emit = (part: LanguageModelV4StreamPart) => void;

/** Changes the parts of one answer. `end` emits the parts that it has kept back; after `cancel` it emits none. */
export type PartStage = { take: Emit; end(): void; cancel?(): void };

/**
 * A model that changes its parts itself. Each stage of a web stream would take longer than most of the changes.
 */
export type StagedModel = LanguageModelV4 & {
  /** Returns a model with one more stage. It sends its requests once `begun` resolves. */
  through(stage: (emit: Emit) => PartStage, begun?: Promise<void>): LanguageModelV4;
};

export const isStaged = (model: LanguageModelV4): model is StagedModel => "through" in model;
