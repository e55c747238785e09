import type { LibraryCard, LibraryEntry } from "@/components/workspace/library/entry";
import { sampleProps } from "@/lib/code/components/sample";
import { lineCounts } from "@/lib/code/history/revision-summaries";
import { pageAgent } from "@/lib/platform/access/require-page";
import { deletedComponents, listComponents, readComponent } from "@/lib/store/agents/components";
import { liveBundles } from "@/lib/store/conversations/live-bundles";
import { listRevisions } from "@/lib/store/revisions";

export async function loadCards(
  q: string,
  count: number,
): Promise<{ cards: LibraryCard[]; hasMore: boolean }> {
  const agentId = await pageAgent();
  const found = await listComponents(agentId, { q, limit: count + 1 });
  const components = found.slice(0, count);
  const bundles = await liveBundles(
    agentId,
    components.map(({ name }) => name),
  );
  const cards = components.flatMap(({ props_schema, ...card }) => {
    const bundle = bundles.get(card.name);
    return bundle ? [{ ...card, bundle, props: sampleProps(props_schema) }] : [];
  });
  return { cards, hasMore: found.length > count };
}

export const loadDeleted = async () => deletedComponents(await pageAgent());

export async function loadEntry(name: string): Promise<LibraryEntry | null> {
  const agentId = await pageAgent();
  const [component, bundles, versions] = await Promise.all([
    readComponent(agentId, name),
    liveBundles(agentId, [name]),
    listRevisions(agentId, { kind: "component", name }),
  ]);
  const lines = await lineCounts(agentId, versions.revisions);
  const bundle = bundles.get(name);
  if (component && bundle)
    return { live: { component, bundle, props: sampleProps(component.props_schema) }, versions, lines };
  return versions.revisions.length > 0 ? { live: null, versions, lines } : null;
}
