import { eq, sql as raw } from "drizzle-orm";
import type { Sql } from "postgres";
import { agents, settings } from "@/drizzle/schema";
import { publish } from "@/lib/store/bus";
import { asJson, db, jsonValue } from "@/lib/store/db";
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

export const readOwnSettings = async (agentId: string): Promise<{ key: string; value: unknown }[]> =>
  db()
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(eq(settings.agentId, agentId));

/** Puts a setting in the place of the agent's own. */
export async function bringSetting(agentId: string, key: string, setting: unknown): Promise<void> {
  const value = jsonValue(setting);
  await db()
    .insert(settings)
    .values({ agentId, key, value })
    .onConflictDoUpdate({
      target: [settings.agentId, settings.key],
      set: { value, updatedAt: raw`now()` },
    });
  publishSettings([agentId]);
}

type Profile = { description: string; mark: string };

export const readProfile = (agentId: string) => (on: Sql) =>
  on`
  select description, mark from agents where id = ${agentId} and (description, mark) <> ('', '')`;

/** What an agent is for and how it is recognised, where it says nothing of that yet. */
export async function bringProfile(agentId: string, { description, mark }: Profile): Promise<void> {
  await db()
    .update(agents)
    .set({
      description: raw`case when ${agents.description} = '' then ${description} else ${agents.description} end`,
      mark: raw`case when ${agents.mark} = '' then ${mark} else ${agents.mark} end`,
    })
    .where(eq(agents.id, agentId));
  publish({ type: "agents" });
}

/** Without what is secret: headers, environment and sign-in. */
export const serversOfAgent = (agentId: string) => (on: Sql) =>
  on`
  select id, title, transport, url, command, args from mcp_servers where agent_id = ${agentId} order by id collate "C"`;
