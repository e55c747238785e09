import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import type { Component } from "@/lib/shared/components/contract";

type Drawn = {
  bundle: string;
  /** Sample values generated from `props_schema`. */
  props: Record<string, unknown>;
};

/** `home`: id of the conversation that records the actions of the component. */
export type LiveComponent = Drawn & { component: Component; home: string };

/** A component on its own page. `live` is null if it was deleted or no version worked. */
export type LibraryEntry = { live: LiveComponent | null; versions: RevisionPage; lines: LineCounts };
