import { eq, sql as raw } from "drizzle-orm";
import type { Sql } from "postgres";
import { agents, settings } from "@/drizzle/schema";
import { publish } from "@/lib/store/bus";
import { asJson, db, jsonValue } from "@/lib/store/db";
import { publishSettings } from "./change-settings";

/**
 * Query for the settings that an agent file contains: the agent's settings with these names, and those of
 * toolsets, tools and model families. Other settings are left out, such as API keys, addresses of providers
 * and local state.
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

export async function importSetting(agentId: string, key: string, setting: unknown): Promise<void> {
  const value = jsonValue(setting);
  await db()
    .insert(settings)
    .values({ agentId, key, value })
    .onConflictDoUpdate({
      target: [settings.agentId, settings.key],
      set: { value, updatedAt: raw`now()` },
    });
  publishSettings([agentId]);
  // The views of agents contain their starters.
  if (key === "starters") publish({ type: "agents" });
}

type Profile = { description: string; mark: string };

export const readProfile = (agentId: string) => (on: Sql) =>
  on`
  select description, mark from agents where id = ${agentId} and (description, mark) <> ('', '')`;

/** Sets the agent's description and mark where they are empty. */
export async function importProfile(agentId: string, { description, mark }: Profile): Promise<void> {
  await db()
    .update(agents)
    .set({
      description: raw`case when ${agents.description} = '' then ${description} else ${agents.description} end`,
      mark: raw`case when ${agents.mark} = '' then ${mark} else ${agents.mark} end`,
    })
    .where(eq(agents.id, agentId));
  publish({ type: "agents" });
}

/**
 * Query for the MCP servers in an agent file, without their secrets (headers, environment and OAuth data).
 */
export const serversOfAgent = (agentId: string) => (on: Sql) =>
  on`
  select id, title, transport, url, command, args from mcp_servers where agent_id = ${agentId} order by id collate "C"`;
