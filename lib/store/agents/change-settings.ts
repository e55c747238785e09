import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/sql-fragments";

export const toolKey = (name: string) => `tool:${name}` as const;

/**
 * SQL for `on conflict` that merges the new value into the stored one. Fields that are absent stay; null
 * removes a field.
 */
export const merged = (table: "settings" | "workspace_settings" = "settings") =>
  sql()`jsonb_strip_nulls(${sql()(table)}.value::jsonb || excluded.value::jsonb)::json`;

export type SettingKey =
  | `toolset:${string}`
  | `tool:${string}`
  | `provider:${string}`
  | `search:${string}`
  | "general"
  | "proofs"
  | "whatsapp"
  | "starters"
  | "sessions"
  | "consolidation"
  | "limits"
  | "unattendedLimits";

/** A setting changes either for this agent, or for all agents without their own value. */
export const SCOPES = ["workspace", "agent"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Settings that apply to all agents if the first agent changes them. Provider and search keys always do,
 * unless the scope is "agent".
 */
const SHARED = ["general", "limits", "unattendedLimits", "budget"];

export const changeSetting = (
  agentId: string,
  key: SettingKey,
  change: object,
  scope?: Scope,
): Promise<void> => changeSettings(agentId, { [key]: change }, scope);

/**
 * Merges several changes in one statement, all or none, so that concurrent changes both take effect. Keys are
 * written in order to avoid deadlocks. Without a scope, changes by the first agent apply to the workspace
 * where possible, because it existed before any others. The agent's own value of a field that changes for the
 * workspace is removed.
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

/**
 * Query for the changes, each with `is_shared`: whether it applies to the workspace. Used as the CTE `given`.
 */
export const leveled = (agentId: string, changes: object, scope?: Scope): Sql => sql()`
  select key, value, case when key ~ '^(provider|search):' then ${scope !== "agent"}
    when key in (select json_array_elements_text(${asJson(SHARED)}::json)) then coalesce(${scope ? scope === "workspace" : null}::boolean,
      ${agentId} = (select id from agents where deleted_at is null order by created_at, id limit 1))
    else false end as is_shared
  from json_each(${asJson(changes)}::json)`;

/**
 * CTE that removes from the agent's own settings the fields that the changes in `given` set for the
 * workspace.
 */
export const notOwn = (agentId: string): Sql => sql()`
  not_own as (
    update settings s set value = (s.value::jsonb - array(select jsonb_object_keys(g.value::jsonb)))::json
    from given g where g.is_shared and s.agent_id = ${agentId} and s.key = g.key
  )`;

export const publishSettings = (agents: readonly string[]): void => {
  for (const agent of agents) publish({ type: "settings", agent });
};
