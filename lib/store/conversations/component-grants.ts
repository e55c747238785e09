import { and, eq, isNull, sql as raw } from "drizzle-orm";
import { asks, componentGrants } from "@/drizzle/schema";
import { type Shown, shown } from "@/lib/shared/components/shown";
import { joined } from "@/lib/shared/origins";
import { db, sql } from "@/lib/store/db";
import { readShown } from "@/lib/store/hot/surfaces";
import { lockName } from "@/lib/store/locks";
import type { ComponentGrantsRow } from "@/lib/store/rows";
import { type SurfaceId, tellConversation } from "./surfaces";

export type Grants = Pick<ComponentGrantsRow, "bundle" | "wants" | "granted" | "refused" | "readWeb">;

export type OnSurface = {
  id: SurfaceId;
  shown: Shown;
  /**
   * Key under which the grants are stored: that of the stored component if the component has a name, otherwise
   * that of the surface.
   */
  subject: string;
  title: string;
  /** Web origins that the component's conversation had read before it was shown. */
  readWeb: string[];
  approvedTools: string[];
  /** Set if the call changed a stored component, which other surfaces show, instead of showing one itself. */
  isChange?: boolean;
  /** Name of the program that shows the component, if Easel does not. */
  program?: string;
};

/**
 * Returns the component that a call has shown or changed. Null if the call has no component or the
 * conversation is deleted.
 */
export async function readOnSurface(id: SurfaceId): Promise<OnSurface | null> {
  const { conversationId } = id;
  const [row] = await readShown(id);
  const { data } = shown.safeParse(row?.shown);
  if (!row || !data || data.app) return null;
  const subject = data.name === undefined ? `sheet:${conversationId}/${row.sheet}` : `component:${data.name}`;
  const title = (row.title?.trim() || data.name || "Component").slice(0, 200);
  const readWeb = joined(row.readWeb, data.readWeb ?? []);
  const { approvedTools, isChange } = row;
  return { id, shown: data, subject, title, readWeb, approvedTools, isChange };
}

const { bundle, wants, granted, refused, readWeb } = componentGrants;
const grants = { bundle, wants, granted, refused, readWeb };

const isOf = (agentId: string, subject: string) =>
  and(eq(componentGrants.agentId, agentId), eq(componentGrants.subject, subject));

export async function readGrants({ id: { agentId }, subject }: OnSurface): Promise<Grants | null> {
  const [row] = await db().select(grants).from(componentGrants).where(isOf(agentId, subject));
  return row ?? null;
}

/** Changes grants under a lock. `change` receives the current grants, or null. */
export async function changeGrants(
  { id: { agentId, conversationId }, subject, shown: { name } }: OnSurface,
  change: (now: Grants | null) => Grants,
): Promise<void> {
  await sql().begin(async (tx) => {
    // Lock the name instead of the row, because the row may not exist yet.
    await lockName(tx, `component_grants ${agentId} ${subject}`);
    const [now] = await db(tx).select(grants).from(componentGrants).where(isOf(agentId, subject));
    const { bundle, wants, granted, refused, readWeb } = change(now ?? null);
    const changed = { bundle, wants, granted, refused, readWeb };
    await db(tx)
      .insert(componentGrants)
      .values({ agentId, subject, conversationId: name === undefined ? conversationId : null, ...changed })
      .onConflictDoUpdate({
        target: [componentGrants.agentId, componentGrants.subject],
        set: { ...changed, updatedAt: raw`now()` },
      });
  });
}

/**
 * Records that a component has read text of these origins. It then needs approval to write or send messages,
 * and its conversation is marked with them.
 */
export async function markRead(surface: OnSurface, origins: readonly string[]): Promise<void> {
  const { conversationId, messageId, toolCallId } = surface.id;
  await changeGrants(surface, (now) => ({
    ...(now ?? { bundle: surface.shown.bundle, wants: [], granted: {}, refused: [] }),
    readWeb: joined(now?.readWeb ?? [], origins),
  }));
  await db()
    .update(asks)
    .set({ because: { kind: "web", origins: [...origins] } })
    .where(
      and(
        ...[eq(asks.conversationId, conversationId), eq(asks.messageId, messageId)],
        ...[eq(asks.toolCallId, toolCallId), isNull(asks.because)],
      ),
    );
  await tellConversation(surface.id, origins);
}
