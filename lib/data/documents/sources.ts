import { VIEWS } from "@/lib/store/data/document-views";
import { readBodies, readCollection, readFirst } from "@/lib/store/data/documents";
import { sql } from "@/lib/store/db";
import { found, stringsFor } from "./candidates";
import type { EngineSource } from "./engine";
import { jobsSource } from "./jobs";
import { type First, sqlOrderOf } from "./order";
import type { DocumentsContext } from "./work";

export const BATCH = 2_000;

/**
 * Returns the documents of a collection or a view that a filter may match. `as` is the name under which a
 * joined collection is passed to the engine. `first` limits and orders the documents. Reports origins to
 * `onRead`.
 */
export function candidateSource(
  context: DocumentsContext,
  collection: string,
  filter: unknown,
  { as = null, first = null }: { as?: string | null; first?: First | null } = {},
): EngineSource {
  if (collection === "cronjobs") return jobsSource(context, as);
  const view = isView(collection) ? VIEWS[collection] : undefined;
  return {
    collection: as,
    batches: () =>
      view ? viewed(context, collection, view, filter) : stored(context, collection, filter, first),
  };
}

const isView = (name: string): name is keyof typeof VIEWS => Object.hasOwn(VIEWS, name);

async function* viewed(
  { agentId, onRead }: DocumentsContext,
  name: string,
  view: (typeof VIEWS)["chats"],
  filter: unknown,
) {
  const narrowed = { ids: stringsFor(filter, "_id"), chats: stringsFor(filter, "chatId") };
  for await (const { documents, origins } of view(agentId, narrowed)) {
    if (origins.length > 0) onRead?.({ kind: "collection", name, origins });
    yield documents.map((document) => JSON.stringify(document));
  }
}

async function* stored(
  { agentId, onRead }: DocumentsContext,
  name: string,
  filter: unknown,
  first: First | null,
) {
  const reportOrigins = async () => {
    const { origins } = await readCollection({ agentId, collection: name });
    if (origins.length > 0) onRead?.({ kind: "collection", name, origins });
  };
  const { may, sure } = found(filter);
  const order = first && sure && sqlOrderOf(first);
  const named = { agentId, collection: name };
  // Report the origins before and after the read, because a write at the same time may add origins.
  await reportOrigins();
  try {
    if (order) yield* readFirst(named, { may: may ?? sql()`true`, sure }, order, BATCH);
    else yield* readBodies(named, may ?? sql()`true`, BATCH, first !== null && !first.sort);
  } finally {
    await reportOrigins();
  }
}
