import { countLines } from "@/components/library/diff";
import type { LibraryCard, LibraryEntry, LineCounts } from "@/components/library/entry";
import { sampleProps } from "@/lib/components/sample";
import { componentContent } from "@/lib/shared/components/contract";
import { resolveAgent } from "@/lib/store/agents";
import { listComponents, readComponent } from "@/lib/store/components";
import { deletedComponents } from "@/lib/store/deleted-components";
import { liveBundles } from "@/lib/store/live-bundles";
import { contentsFrom, listRevisions } from "@/lib/store/revisions";

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
  const lines = await countEach(agentId, name, versions.revisions.at(-1)?.version ?? 1);
  const bundle = bundles.get(name);
  if (component && bundle)
    return { live: { component, bundle, props: sampleProps(component.props_schema) }, versions, lines };
  return versions.revisions.length > 0 ? { live: null, versions, lines } : null;
}

/** What changed with each version from this one on, in lines. */
async function countEach(agentId: string, name: string, oldest: number): Promise<LineCounts> {
  const contents = await contentsFrom({ agentId, kind: "component", name }, Math.max(1, oldest - 1));
  const texts = contents.map(({ id, content }) => ({ id, text: textOf(content) }));
  return Object.fromEntries(
    texts.flatMap(({ id, text }, index) => {
      const before = texts[index - 1]?.text;
      const isFirst = index === 0 && oldest > 1;
      const counts = isFirst ? undefined : countLines(before ?? "", text);
      return counts ? [[id, counts]] : [];
    }),
  );
}

function textOf(content: unknown): string {
  const { description, code, props_schema } = componentContent.parse(content);
  return [description, props_schema ? JSON.stringify(props_schema, null, 2) : "", code].join("\n");
}
