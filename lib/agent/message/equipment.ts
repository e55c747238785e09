import { type ResolvedModel, resolveModel } from "@/lib/models/providers/index";
import type { Settings } from "@/lib/store/agents/settings";
import type { ConversationRef } from "@/lib/store/loop/branches";
import { type Catalog, catalog } from "@/lib/tools/toolsets/catalog";

/**
 * The models and tools of a run. The caller can replace them, but a run resumed after a crash uses the
 * standard ones.
 */
export type Equipment = {
  /** Returns the chosen model, or the default of the settings. Throws an `AppError`. */
  resolveModel(choice: string | null, settings: Settings): Promise<ResolvedModel>;
  catalog: Catalog;
};

export type EquippedPlace = ConversationRef & { equipment?: Equipment };

export const standard: Equipment = { resolveModel, catalog };
