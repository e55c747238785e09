import { createHash } from "node:crypto";
import { and, eq, isNull, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { components, conversations } from "@/drizzle/schema";
import { LIBRARY_MESSAGE, libraryPlaceOf } from "@/lib/shared/chat/library-surface";
import { nameOf } from "@/lib/shared/chat/surfaces/surface-labels";
import type { Deed } from "@/lib/shared/components/surface";
import { joined } from "@/lib/shared/origins";
import { identity } from "@/lib/store/agents/identity";
import { asJson, db, sql } from "@/lib/store/db";
import { identityOrigins, identityThrough, liveOrigins } from "@/lib/store/origins";
import { changeGrants, type OnSurface, readGrants, readOnSurface } from "./component-grants";
import { bundle } from "./live-bundles";
import type { Surface, SurfaceId } from "./surfaces";

/*
 * A library component can be on the canvas or a board without a call that showed it. Its calls and the user's
 * actions are stored in a separate conversation, which is created on first use and hidden from lists.
 */

/** Returns the deterministic id of a library component's conversation. */
export function homeOf(agentId: string, name: string): string {
  const hex = createHash("sha256").update(`${agentId} component ${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the component of a library surface; undefined for a surface shown by a call. */
export function libraryName({
  agentId,
  conversationId,
  messageId,
  toolCallId,
}: SurfaceId): string | undefined {
  if (messageId !== LIBRARY_MESSAGE) return undefined;
  const { name } = libraryPlaceOf(toolCallId);
  return homeOf(agentId, name) === conversationId ? name : undefined;
}

/** Returns the component as currently stored; null if it is deleted. */
export async function readLibrarySurface(id: SurfaceId, name: string): Promise<OnSurface | null> {
  const { agentId, conversationId } = id;
  const home = db()
    .select({ approvedTools: raw`to_json(${conversations.approvedTools})` })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isNull(conversations.deletedAt)));
  const [row] = await db()
    .select({
      ...{ version: components.version, bundle, origins: liveOrigins(agentId, "component", name) },
      approvedTools: raw<string[]>`coalesce(${home}, '[]')`,
    })
    .from(components)
    .where(
      and(...[eq(components.agentId, agentId), eq(components.name, name)], isNull(components.deletedAt)),
    );
  if (!row) return null;
  const { version, origins, approvedTools } = row;
  return {
    ...{
      id,
      shown: { bundle: row.bundle, name, version },
      subject: `component:${name}`,
      title: titleOf(name),
    },
    ...{ readWeb: origins ?? [], approvedTools },
  };
}

const titleOf = (name: string) => nameOf({ component: name }) ?? name;

export async function openHome(
  id: SurfaceId,
  tx: TransactionSql | ReturnType<typeof sql> = sql(),
): Promise<void> {
  const name = libraryName(id);
  if (name === undefined) return;
  const { agentId, conversationId } = id;
  const parts = [{ type: "text", text: `This conversation records the actions of the component “${name}”.` }];
  await tx`
    with home as (
      insert into conversations (id, agent_id, member_id, title, titled_by, origin, identity, read_web, read_through)
      select ${conversationId}, a.id, a.member_id, ${titleOf(name)}, 'person', 'component', ${identity()}, ${identityOrigins()},
        ${identityThrough()}
      from components c join agents a on a.id = c.agent_id
      where a.id = ${agentId} and c.name = ${name} and c.deleted_at is null
      on conflict (id) do update set deleted_at = null where conversations.deleted_at is not null
      returning id, agent_id
    )
    insert into messages (conversation_id, id, agent_id, role, parts)
    select id, ${LIBRARY_MESSAGE}, agent_id, 'assistant', ${asJson(parts)}::json from home
    on conflict do nothing`;
}

const DEED = "does:";
export const isDeed = (key: string): boolean => key.startsWith(DEED);

/**
 * Reads a stored component for which there is no ask: a library surface, or a call that changed the
 * component. Returns null for other calls without an ask: they came from an agent file, and it is unknown
 * whether their conversation had read web content.
 */
async function readStored(id: SurfaceId): Promise<OnSurface | null> {
  const name = libraryName(id);
  if (name !== undefined) return readLibrarySurface(id, name);
  const surface = await readOnSurface(id);
  return surface?.isChange ? surface : null;
}

/** Like `readSurface`, for a stored component for which there is no ask. */
export async function readStoredDeeds(id: SurfaceId): Promise<Surface | null> {
  const surface = await readStored(id);
  if (!surface) return null;
  const grants = await readGrants(surface);
  const granted = grants?.bundle === surface.shown.bundle ? Object.keys(grants.granted) : [];
  return {
    isAfterWeb: joined(surface.readWeb, grants?.readWeb ?? []).length > 0,
    allowed: granted.filter(isDeed).map((key) => key.slice(DEED.length) as Deed),
    approvedTools: surface.approvedTools,
  };
}

/** Stores that the user allows an action of a component, until the component's code changes. */
export async function allowStoredDeed(id: SurfaceId, deed: Deed): Promise<void> {
  const surface = await readStored(id);
  if (!surface) return;
  const { bundle } = surface.shown;
  await changeGrants(surface, (now) => ({
    ...(now ?? { wants: [], refused: [], readWeb: [] }),
    bundle,
    granted: { ...(now?.bundle === bundle ? now.granted : {}), [DEED + deed]: 0 },
  }));
}
