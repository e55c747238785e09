import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import type { ToolCallPage } from "@/lib/shared/tools/calls";
import type { ToolView } from "@/lib/shared/tools/view";

export type ToolEntry =
  | ({ kind: "own"; known: AgentTool; view: ToolView; calls: ToolCallPage } & ToolVersions)
  | { kind: "built-in"; view: ToolView; calls: ToolCallPage }
  | ({ kind: "lost" } & ToolVersions);

type ToolVersions = { versions: RevisionPage; lines: LineCounts };
