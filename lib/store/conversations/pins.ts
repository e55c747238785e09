import { and, asc, eq, isNull, like, sql as raw } from "drizzle-orm";
import { components, settings } from "@/drizzle/schema";
import { titleOf } from "@/lib/shared/chat/contract";
import { componentSurface } from "@/lib/shared/chat/library-surface";
import { componentPinKey, type Pin, surfacePinKey } from "@/lib/shared/chat/surfaces/pins";
import { callOf } from "@/lib/shared/chat/surfaces/sheet-change";
import { type Surface, surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { titleFrom } from "@/lib/shared/chat/tab-title";
import { inEnglish } from "@/lib/shared/i18n/locale";
import { publish } from "@/lib/store/bus";
import { asJson, db } from "@/lib/store/db";
import {
  type Change,
  type PinnedSurface,
  readChanges,
  readPinnedSurfaces,
  readSurfaces,
  type SurfaceRef,
} from "@/lib/store/hot/pins";
import { homeOf } from "./library-surfaces";
import { bundle, isLiveNamed } from "./live-bundles";

const MAX_PINS = 50;

/**
 * Lists all pins in a stable order: surfaces by age of their conversation, then components in pinning order.
 */
export async function listPins(agentId: string): Promise<Pin[]> {
  const [surfaces, components] = await Promise.all([pinnedSurfaces(agentId), pinnedComponents(agentId)]);
  return [...surfaces, ...components];
}

const pinnedSurfaces = async (agentId: string): Promise<Pin[]> =>
  pinsOf(await readPinnedSurfaces(agentId, MAX_PINS));

/** Returns pins for arbitrary surfaces of the agent. Skips surfaces of deleted conversations. */
export const pinsOfSurfaces = async (agentId: string, surfaces: readonly SurfaceRef[]): Promise<Pin[]> =>
  surfaces.length === 0 ? [] : pinsOf(await readSurfaces(agentId, surfaces));

async function pinsOf(rows: readonly PinnedSurface[]): Promise<Pin[]> {
  const later = await changesOf(rows);
  return rows.map(({ id, title, surface, message, before, asks: own }) => {
    const since = later.get(surfacePinKey(id, surface)) ?? [];
    const messages = [before, message, ...since.map((one) => one.message)].filter((one) => one !== null);
    const asks = [...own, ...since.flatMap((one) => one.asks)];
    const shown = inEnglish(() => surfacesOf(messages, asks)).find((one) => one.id === surface) ?? null;
    const { messageId, toolCallId } = shown?.call ?? {};
    return {
      key: surfacePinKey(id, surface),
      from: { id, title: inEnglish(() => titleOf({ title: title || titleFrom(messages) })) },
      surface: shown && lastVersions(shown),
      asks: asks.filter((ask) => ask.messageId === messageId && ask.toolCallId === toolCallId),
    };
  });
}

/** Maximum versions of a pinned surface that a pin contains, the newest ones. The conversation keeps all. */
const MAX_VERSIONS = 20;

const lastVersions = (surface: Surface): Surface =>
  surface.versions.length <= MAX_VERSIONS
    ? surface
    : { ...surface, versions: surface.versions.slice(-MAX_VERSIONS), isCut: true };

/**
 * Maximum messages that were sent from surfaces. Higher than MAX_VERSIONS, because they are small and some
 * may be from other surfaces.
 */
const MAX_SENT = 100;

/**
 * Returns the later messages that changed pinned surfaces or were sent from them, in order, by the pin's key.
 * Reads only the newest messages, because each change contains the whole content of the surface, and only the
 * parts about the surface. Finds messages by the text of their parts: this needs no parsing, and also works
 * for imported conversations, which have no other record of changes.
 */
async function changesOf(pins: readonly PinnedSurface[]): Promise<Map<string, Change[]>> {
  const meant = pins.map(({ id, surface }) => ({
    ...{ id, key: surfacePinKey(id, surface), messageId: callOf(surface).messageId },
    change: `"changes":{"sheet":${asJson(surface)}`,
  }));
  if (meant.length === 0) return new Map();
  const rows = await readChanges(meant, { versions: MAX_VERSIONS + 1, sent: MAX_SENT });
  return Map.groupBy(rows, ({ key }) => key);
}

type ComponentRef = { id: string; name: string; props: Record<string, unknown> };

/** Returns pins for library components, by the given id. Skips deleted components. */
export async function pinsOfComponents(
  agentId: string,
  refs: readonly ComponentRef[],
): Promise<Map<string, Pin>> {
  if (refs.length === 0) return new Map();
  const rows = await db()
    .select({ name: components.name, version: components.version, bundle, updatedAt: components.updatedAt })
    .from(components)
    .where(
      isLiveNamed(
        agentId,
        refs.map(({ name }) => name),
      ),
    );
  return new Map(
    refs.flatMap(({ id, name, props }) => {
      const row = rows.find((one) => one.name === name);
      if (!row) return [];
      const { version, bundle, updatedAt } = row;
      const at = new Date(updatedAt).toISOString();
      const home = homeOf(agentId, name);
      const surface = componentSurface({ name, version, bundle, props, at, home, tile: id });
      return [[id, { key: `${componentPinKey(name)}/${id}`, from: null, surface, asks: [] }]];
    }),
  );
}

/** Returns a library component as a pin that is not stored, with the props that `propsFor` makes of its schema. */
export async function pinOfComponent(
  agentId: string,
  name: string,
  propsFor: (schema: Record<string, unknown> | null) => Record<string, unknown>,
): Promise<Pin | null> {
  const { version, propsSchema, updatedAt } = components;
  const [row] = await db()
    .select({ version, bundle, propsSchema, updatedAt })
    .from(components)
    .where(isLiveNamed(agentId, [name]));
  if (!row) return null;
  const at = new Date(row.updatedAt).toISOString();
  const place = { name, home: homeOf(agentId, name), at };
  const surface = componentSurface({ ...row, ...place, props: propsFor(row.propsSchema) });
  return { key: componentPinKey(name), from: null, surface, asks: [] };
}

async function pinnedComponents(agentId: string): Promise<Pin[]> {
  const rows = await db()
    .select({
      ...{ name: components.name, version: components.version, bundle },
      props: raw<Record<string, unknown>>`${settings.value}->'props'`,
      /** When the component was pinned. */
      updatedAt: settings.updatedAt,
    })
    .from(settings)
    .innerJoin(
      components,
      and(eq(components.agentId, settings.agentId), raw`${PREFIX} || ${components.name} = ${settings.key}`),
    )
    .where(
      and(...[eq(settings.agentId, agentId), like(settings.key, `${PREFIX}%`)], isNull(components.deletedAt)),
    )
    .orderBy(asc(settings.updatedAt), asc(settings.key))
    .limit(MAX_PINS);
  return rows.map(({ updatedAt, ...component }) => ({
    key: componentPinKey(component.name),
    from: null,
    surface: componentSurface({
      ...{ ...component, at: new Date(updatedAt).toISOString(), home: homeOf(agentId, component.name) },
    }),
    asks: [],
  }));
}

const PREFIX = "pin:";

/** Pins a component to the canvas with these props, or updates the props if it is pinned. */
export async function pinComponent(
  agentId: string,
  name: string,
  props: Record<string, unknown>,
): Promise<void> {
  const value = { props };
  await db()
    .insert(settings)
    .values({ agentId, key: PREFIX + name, value })
    .onConflictDoUpdate({ target: [settings.agentId, settings.key], set: { value } });
  publish({ type: "pins", agent: agentId });
}

export async function unpinComponent(agentId: string, name: string): Promise<void> {
  await db()
    .delete(settings)
    .where(and(eq(settings.agentId, agentId), eq(settings.key, PREFIX + name)));
  publish({ type: "pins", agent: agentId });
}
