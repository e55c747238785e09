import type { FamilyId } from "@/lib/shared/tools/families";

/**
 * Instructions for a family of models that makes mistakes without them. Prefer better tool descriptions. The
 * user can replace the instructions.
 */
export type Adapter = {
  id: FamilyId;
  title: string;
  models: string;
  /** Matches the start of a model's name, without its vendor. */
  sign: RegExp;
  /** Used only if the model has tools. */
  prompt: string;
};
