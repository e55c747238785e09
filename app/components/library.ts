import type { LibraryCard, LibraryEntry } from "@/components/library/entry";
import { sampleProps } from "@/lib/components/sample";
import { lineCounts } from "@/lib/history/gists";
import { resolveAgent } from "@/lib/store/agents";
import { listComponents, readComponent } from "@/lib/store/components";
import { deletedComponents } from "@/lib/store/deleted-components";
import { liveBundles } from "@/lib/store/live-bundles";
import { listRevisions } from "@/lib/store/revisions";

/** Every component with what it takes to show it. */
export async function loadCards(): Promise<LibraryCard[]> {
  const agentId = await resolveAgent();
  const [components, bundles] = await Promise.all([listComponents(agentId), liveBundles(agentId)]);
  return components.flatMap(({ props_schema, ...card }) => {
    const bundle = bundles.get(card.name);
    return bundle ? { ...card, bundle, props: sampleProps(props_schema) } : [];
  });
}

export const loadDeleted = async () => deletedComponents(await resolveAgent());

/** One component and its versions; null when there never was one of this name. */
export async function loadEntry(name: string): Promise<LibraryEntry | null> {
  const agentId = await resolveAgent();
  const [component, bundles, versions] = await Promise.all([
    readComponent(agentId, name),
    liveBundles(agentId, name),
    listRevisions(agentId, { kind: "component", name }),
  ]);
  const lines = await lineCounts(agentId, versions.revisions);
  const bundle = bundles.get(name);
  if (component && bundle)
    return { live: { component, bundle, props: sampleProps(component.props_schema) }, versions, lines };
  return versions.revisions.length > 0 ? { live: null, versions, lines } : null;
}
