import type { LibraryEntry } from "@/components/workspace/library/entry";
import { sampleProps } from "@/lib/code/components/sample";
import { lineCounts } from "@/lib/code/history/revision-summaries";
import { pageAgent } from "@/lib/platform/access/require-page";
import { readComponent } from "@/lib/store/agents/components";
import { homeOf } from "@/lib/store/conversations/library-surfaces";
import { liveBundles } from "@/lib/store/conversations/live-bundles";
import { listRevisions } from "@/lib/store/revisions";

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
    return {
      live: {
        ...{ component, bundle, props: sampleProps(component.props_schema) },
        home: homeOf(agentId, name),
      },
      ...{ versions, lines },
    };
  return versions.revisions.length > 0 ? { live: null, versions, lines } : null;
}
