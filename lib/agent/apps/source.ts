import { componentOnSurface } from "@/lib/agent/surfaces/access";
import { namedUsesOfBundle } from "@/lib/code/components/publish";
import { usesOfBundle } from "@/lib/code/components/uses";
import type { AppSource } from "@/lib/shared/apps/contract";
import type { AppPlan } from "@/lib/shared/apps/views";
import { LIBRARY_MESSAGE } from "@/lib/shared/chat/library-surface";
import type { OnSurface } from "@/lib/store/conversations/component-grants";
import { homeOf } from "@/lib/store/conversations/library-surfaces";
import { pinsOfSurfaces } from "@/lib/store/conversations/pins";
import { describeTables } from "./tables";

export type Published = { title: string; bundle: string; props: Record<string, unknown> };

/** Returns the component of a source as it is now. Throws `not_found` or `invalid`. */
export async function readSource(agentId: string, source: AppSource): Promise<Published> {
  const surface = await surfaceOf(agentId, source);
  return { title: surface.title, bundle: surface.shown.bundle, props: await propsOf(agentId, source) };
}

function surfaceOf(agentId: string, source: AppSource): Promise<OnSurface> {
  if (source.kind === "surface") {
    const { conversation, messageId, toolCallId } = source;
    return componentOnSurface({ agentId, conversationId: conversation, messageId, toolCallId });
  }
  const { name } = source;
  const place = { messageId: LIBRARY_MESSAGE, toolCallId: name };
  return componentOnSurface({ agentId, conversationId: homeOf(agentId, name), ...place });
}

async function propsOf(agentId: string, source: AppSource): Promise<Record<string, unknown>> {
  if (source.kind === "component") return {};
  const { conversation, messageId, toolCallId } = source;
  const [pin] = await pinsOfSurfaces(agentId, [{ conversation, sheet: `${messageId}/${toolCallId}` }]);
  const input = pin?.surface?.input;
  if (typeof input !== "object" || input === null || !("props" in input)) return {};
  return { ...(input.props as object) };
}

/** Returns what the component uses, from which the user chooses what visitors may do. */
export async function planApp(agentId: string, source: AppSource): Promise<AppPlan> {
  const { title, bundle } = await readSource(agentId, source);
  const [{ uses }, named, allTables] = await Promise.all([
    usesOfBundle(bundle),
    namedUsesOfBundle(bundle),
    describeTables(agentId),
  ]);
  const written = new Set(uses.flatMap((use) => (use.kind === "table" ? [use.name.toLowerCase()] : [])));
  const texts = named.queries.join("\n").toLowerCase();
  const tables = allTables.flatMap(({ name, columns, key }) => {
    const isWritten = written.has(name.toLowerCase());
    const isRead = texts.includes(name.toLowerCase());
    return isRead || isWritten ? [{ name, columns, key, isRead, isWritten }] : [];
  });
  return {
    ...{ title, queries: named.queries, hasOpenQueries: named.isOpen, tables },
    ...{ state: named.state, callsTool: named.callsTool, asksModel: named.asksModel },
  };
}
