import { boardContent } from "@/lib/shared/boards/content";
import type { RestoreChange } from "@/lib/shared/history";
import type { Kind } from "@/lib/shared/kinds";
import { projectContent } from "@/lib/shared/projects/content";
import { readContents } from "@/lib/store/revisions";

type Ref = { kind: Kind; name: string };
type Change = Pick<RestoreChange, "kind" | "name" | "action" | "liveId" | "revisionId">;

/**
 * Returns for changes, by kind and name, the others without which something would be missing: the components of a board and
 * the boards of a project.
 */
export async function needsOf(agentId: string, changes: readonly Change[]): Promise<Map<string, Ref[]>> {
  const targets = new Map(changes.map((change) => [keyOf(change), change]));
  const referring = changes.filter(({ kind }) => kind === "board" || kind === "project");
  const ids = referring.flatMap(({ liveId, revisionId }) => [liveId, revisionId]).filter((id) => id !== null);
  const contents = await readContents(agentId, ids);
  const refsOf = (kind: Kind, id: string | null) => refsIn(kind, id === null ? null : contents.get(id));
  const needs = new Map<string, Ref[]>();
  const add = (from: Ref, { kind, name }: Ref) => {
    const known = needs.get(keyOf(from)) ?? [];
    if (!known.some((one) => keyOf(one) === keyOf({ kind, name })))
      needs.set(keyOf(from), [...known, { kind, name }]);
  };
  for (const change of referring) {
    // The board comes back with a component that only the restore brings back.
    for (const ref of refsOf(change.kind, change.revisionId))
      if (targets.get(keyOf(ref))?.action === "create") add(change, ref);
    // The component goes, but the board shows it until the board is restored, too.
    for (const ref of refsOf(change.kind, change.liveId))
      if (targets.get(keyOf(ref))?.action === "delete") add(ref, change);
  }
  return needs;
}

function refsIn(kind: Kind, content: unknown): Ref[] {
  if (kind === "project")
    return (projectContent.safeParse(content).data?.boards ?? []).map((name) => ({ kind: "board", name }));
  return (boardContent.safeParse(content).data?.tiles ?? []).flatMap(({ source }) =>
    "component" in source ? [{ kind: "component" as const, name: source.component }] : [],
  );
}

const keyOf = ({ kind, name }: Ref): string => `${kind} ${name}`;
