import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import type { Component, ComponentSummary } from "@/lib/shared/components/contract";

type Drawn = {
  /** The hash under which its bundle is found. */
  bundle: string;
  /** Made from its props_schema. */
  props: Record<string, unknown>;
};

/** A component as the gallery shows it. */
export type LibraryCard = Omit<ComponentSummary, "props_schema"> & Drawn;

export type LiveComponent = Drawn & { component: Component };

/** A component as its own page shows it. `live` is null when it was deleted, or never worked. */
export type LibraryEntry = { live: LiveComponent | null; versions: RevisionPage; lines: LineCounts };
