import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";

export const toolKey = (name: string) => `tool:${name}` as const;

/**
 * What `on conflict` makes of the stored value and the new one: fields that the new one does not name stay, and those
 * that it sets to null go.
 */
export const merged = (table: "settings" | "workspace_settings" = "settings") =>
  sql()`jsonb_strip_nulls(${sql()(table)}.value::jsonb || excluded.value::jsonb)::json`;

export type SettingKey =
  | `toolset:${string}`
  | `tool:${string}`
  | `provider:${string}`
  | `search:${string}`
  | "general"
  | "whatsapp"
  | "sessions"
  | "consolidation"
  | "limits"
  | "unattendedLimits";

/** For whom a setting is changed: for this agent alone, or for all that have nothing of their own. */
export const SCOPES = ["workspace", "agent"] as const;
export type Scope = (typeof SCOPES)[number];

/** What may hold for all agents; keys of models and of search do, unless it is said otherwise. */
const SHARED = ["general", "limits", "unattendedLimits", "budget"];

/** Merges `change` into what is stored under `key`. */
export const changeSetting = (
  agentId: string,
  key: SettingKey,
  change: object,
  scope?: Scope,
): Promise<void> => changeSettings(agentId, { [key]: change }, scope);

/**
 * Merges several changes, all or none, in one statement: two at once both hold. In order, so that none waits in a ring.
 * Without a scope, what the first agent changes holds for the workspace, where it may: it was there before there were
 * others. What changes for the workspace is then no longer the agent's own.
 */
export async function changeSettings(
  agentId: string,
  changes: Partial<Record<SettingKey, object>>,
  scope?: Scope,
): Promise<void> {
  const [row] = await sql()<{ agents: string[] | null }[]>`
    with given as (${leveled(agentId, changes, scope)}), shared as (
      insert into workspace_settings (key, value) select key, value from given where is_shared order by key
      on conflict (key) do update set value = ${merged("workspace_settings")}, updated_at = now() returning key
    ), ${notOwn(agentId)}, own as (
      insert into settings (agent_id, key, value)
      select ${agentId}, key, value from given where not is_shared order by key
      on conflict (agent_id, key) do update set value = ${merged()}, updated_at = now()
    )
    select case when exists (select from shared) then (select json_agg(id) from agents) end as agents`;
  publishSettings(row?.agents ?? [agentId]);
}

/** The changes, and for each whether it is the workspace's: the first table of a statement. */
export const leveled = (agentId: string, changes: object, scope?: Scope): Sql => sql()`
  select key, value, case when key ~ '^(provider|search):' then ${scope !== "agent"}
    when key in (select json_array_elements_text(${asJson(SHARED)}::json)) then coalesce(${scope ? scope === "workspace" : null}::boolean,
      ${agentId} = (select id from agents where deleted_at is null order by created_at, id limit 1))
    else false end as is_shared
  from json_each(${asJson(changes)}::json)`;

/** Takes the fields that are the workspace's now from the agent's own. */
export const notOwn = (agentId: string): Sql => sql()`
  not_own as (
    update settings s set value = (s.value::jsonb - array(select jsonb_object_keys(g.value::jsonb)))::json
    from given g where g.is_shared and s.agent_id = ${agentId} and s.key = g.key
  )`;

export const publishSettings = (agents: readonly string[]): void => {
  for (const agent of agents) publish({ type: "settings", agent });
};
