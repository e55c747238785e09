import { type ResolvedModel, resolveModel } from "@/lib/models/providers/index";
import type { Settings } from "@/lib/store/agents/settings";
import type { Place } from "@/lib/store/loop/branches";
import { type Catalog, catalog } from "@/lib/tools/toolsets/catalog";

/** What a run works with. Who begins one may bring other models and tools; what is taken up after a crash has these. */
export type Equipment = {
  /** The model for a conversation's choice, or the one that the settings ask for. Throws an AppError in words. */
  resolveModel(choice: string | null, settings: Settings): Promise<ResolvedModel>;
  catalog: Catalog;
};

/** A conversation, and with what its runs work. */
export type EquippedPlace = Place & { equipment?: Equipment };

export const standard: Equipment = { resolveModel, catalog };
