import { heldNoteOf, holdVersion, isHeld } from "@/lib/code/proof/hold";
import { UNCHANGED } from "@/lib/shared/history";
import type { IdentityKind } from "@/lib/shared/identity";
import { readTextMarked, type Text, writeText } from "@/lib/store/agents/identity";
import { dropPending, pendingVersion } from "@/lib/store/agents/trials";
import { type By, changing, readLive, readVersion } from "@/lib/store/revisions";

type Saved = { version: number; live?: false; note?: string };

const itemOf = (agentId: string, kind: IdentityKind) => ({ agentId, kind, name: kind });

/** Reads a text as the agent edits it: the version that is tried or waits, otherwise the live one. */
export async function readEdited(
  agentId: string,
  kind: IdentityKind,
): Promise<Text & { origins: string[]; note?: string }> {
  const item = itemOf(agentId, kind);
  const live = await readTextMarked(agentId, kind);
  const note = await heldNoteOf(item, live.version);
  if (note === null) return live;
  const pending = await pendingVersion(item);
  const held = pending && (await readVersion(item, pending.version));
  if (typeof held?.content !== "string") return { ...live, note };
  return { content: held.content, version: held.version, origins: held.origins, note };
}

/** Makes an edit of the agent. It is live at once, or held while it is tried on recent turns. */
export async function editText(
  agentId: string,
  kind: IdentityKind,
  change: (text: string) => string,
  by: By,
): Promise<Saved> {
  const seen = { isSame: false };
  const noting = (text: string) => {
    const after = change(text);
    seen.isSame = after === text;
    return after;
  };
  if (!(await isHeld(agentId, by))) {
    const { version } = await writeText(agentId, kind, noting, by);
    return seen.isSame ? { version, note: UNCHANGED } : { version };
  }
  const item = itemOf(agentId, kind);
  return changing(item, async (tx, add) => {
    const live = await readLive(tx, item);
    const pending = await pendingVersion(item, tx);
    const base = live?.version ?? 0;
    const edited = pending ? await readVersion(item, pending.version) : live;
    const content = noting(textOf(edited?.content));
    if (seen.isSame) return { version: edited?.version ?? base, note: UNCHANGED };
    if (content === textOf(live?.content)) {
      await dropPending(item, tx);
      return { version: base };
    }
    const origins = [...(by.origins ?? []), ...(edited?.origins ?? [])];
    return { ...(await holdVersion(tx, add, item, { ...by, base, content, origins })), live: false };
  });
}

const textOf = (content: unknown): string => (typeof content === "string" ? content : "");
