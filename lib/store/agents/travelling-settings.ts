import type { Sql } from "postgres";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import { publishSettings } from "./change-settings";

/**
 * What an agent has set itself that goes into its file: all under `keys`, and of its tools. Keys and addresses of providers
 * do not, nor what only says how things stand here.
 */
export const settingsOfAgent = (agentId: string, keys: readonly string[]) => (on: Sql) =>
  on`
  select key, value from settings
  where agent_id = ${agentId} and (key in (select json_array_elements_text(${asJson(keys)}::json)) or key ~ '^(toolset|tool|family):')
    and value::text not in ('{}', 'null') order by key collate "C"`;

export const readOwnSettings = (agentId: string) =>
  sql()<{ key: string; value: unknown }[]>`select key, value from settings where agent_id = ${agentId}`;

/** Puts a setting in the place of the agent's own. */
export async function bringSetting(agentId: string, key: string, value: unknown): Promise<void> {
  await sql()`
    insert into settings (agent_id, key, value) values (${agentId}, ${key}, ${asJson(value)}::json)
    on conflict (agent_id, key) do update set value = excluded.value, updated_at = now()`;
  publishSettings([agentId]);
}

type Profile = { description: string; mark: string };

export const readProfile = (agentId: string) => (on: Sql) =>
  on`
  select description, mark from agents where id = ${agentId} and (description, mark) <> ('', '')`;

/** What an agent is for and how it is recognised, where it says nothing of that yet. */
export async function bringProfile(agentId: string, { description, mark }: Profile): Promise<void> {
  await sql()`
    update agents set description = case when description = '' then ${description} else description end,
      mark = case when mark = '' then ${mark} else mark end
    where id = ${agentId}`;
  publish({ type: "agents" });
}

/** Without what is secret: headers, environment and sign-in. */
export const serversOfAgent = (agentId: string) => (on: Sql) =>
  on`
  select id, title, transport, url, command, args from mcp_servers where agent_id = ${agentId} order by id collate "C"`;
