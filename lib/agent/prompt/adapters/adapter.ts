import type { FamilyId } from "@/lib/shared/tools/families";

/**
 * Instructions for a family of models that goes wrong without them. The last resort: descriptions come first. The person
 * may put words of their own in its place.
 */
export type Adapter = {
  id: FamilyId;
  title: string;
  /** Which those are, for people. */
  models: string;
  /** Begins a model's name, without its vendor. */
  sign: RegExp;
  /** Said only when there are tools. */
  prompt: string;
};
