import type { LineCounts, RevisionPage } from "@/components/client/versions/api";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import type { ToolCallPage } from "@/lib/shared/tools/calls";
import type { ToolView } from "@/lib/shared/tools/view";

/** A tool as its page shows it: written here, built in, or deleted. */
export type ToolEntry =
  | ({ kind: "own"; known: AgentTool; view: ToolView; calls: ToolCallPage } & Kept)
  | { kind: "built-in"; view: ToolView; calls: ToolCallPage }
  | ({ kind: "lost" } & Kept);

type Kept = { versions: RevisionPage; lines: LineCounts };
