import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import type { SavedText, TextKind } from "@/components/pages/instructions/api";
import { lineCounts } from "@/lib/code/history/revision-summaries";
import { pageAgent } from "@/lib/platform/access/require-page";
import { readText } from "@/lib/store/agents/identity";
import { listRevisions } from "@/lib/store/revisions";

type Loaded = { initial: SavedText; versions: RevisionPage; lines: LineCounts; now: string };

export async function loadText(kind: TextKind): Promise<Loaded> {
  const agentId = await pageAgent();
  const [initial, versions] = await Promise.all([
    readText(agentId, kind),
    listRevisions(agentId, { kind, name: kind }),
  ]);
  const lines = await lineCounts(agentId, versions.revisions);
  return { initial, versions, lines, now: new Date().toISOString() };
}
