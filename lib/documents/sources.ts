import { VIEWS } from "@/lib/store/document-views";
import { readCollection, readTexts } from "@/lib/store/documents";
import { candidates, textsFor } from "./candidates";
import type { Source } from "./engine";
import { jobsSource } from "./jobs";
import type { Context } from "./work";

/** Documents that the engine is given at a time. */
export const BATCH = 2_000;

/**
 * What a filter may find in a collection, which may be a view of the workspace. `as`: under which name it is joined. Who
 * reads hears of its marks.
 */
export function sourceOf(
  context: Context,
  collection: string,
  filter: unknown,
  as: string | null = null,
): Source {
  if (collection === "cronjobs") return jobsSource(context, as);
  const view = isView(collection) ? VIEWS[collection] : undefined;
  return {
    collection: as,
    texts: () => (view ? viewed(context, collection, view, filter) : stored(context, collection, filter)),
  };
}

const isView = (name: string): name is keyof typeof VIEWS => Object.hasOwn(VIEWS, name);

async function* viewed(
  { agentId, onRead }: Context,
  name: string,
  view: (typeof VIEWS)["chats"],
  filter: unknown,
) {
  const narrowed = { ids: textsFor(filter, "_id"), chats: textsFor(filter, "chatId") };
  for await (const { documents, origins } of view(agentId, narrowed)) {
    if (origins.length > 0) onRead?.({ kind: "collection", name, origins });
    yield documents.map((document) => JSON.stringify(document));
  }
}

async function* stored({ agentId, onRead }: Context, name: string, filter: unknown) {
  const hear = async () => {
    const { origins } = await readCollection({ agentId, collection: name });
    if (origins.length > 0) onRead?.({ kind: "collection", name, origins });
  };
  // Marked may have been what was there when it was read: before, or since.
  await hear();
  try {
    yield* readTexts({ agentId, collection: name }, candidates(filter), BATCH);
  } finally {
    await hear();
  }
}
