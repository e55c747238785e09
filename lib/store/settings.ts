import { eq } from "drizzle-orm";
import { z } from "zod";
import { settings } from "@/drizzle/schema";
import { MODES, POLICIES } from "@/lib/shared/modes";
import { asJson, db, sql } from "./db";

const toolsetSetting = z.object({ mode: z.enum(MODES).optional(), instructions: z.string().optional() });
const toolSetting = z.object({ policy: z.enum(POLICIES).optional(), enabled: z.boolean().optional() });

export type ToolsetSetting = z.infer<typeof toolsetSetting>;
export type ToolSetting = z.infer<typeof toolSetting>;

/** What the person has set, over the definitions' defaults. */
export type Settings = {
  toolsets: Record<string, ToolsetSetting>;
  tools: Record<string, ToolSetting>;
  /** As stored; the loop knows the defaults. */
  limits: unknown;
};

/** Reads `{ key: value }` as stored; entries that no longer fit are passed over. */
export function parseSettings(stored: Record<string, unknown> | null): Settings {
  const result: Settings = { toolsets: {}, tools: {}, limits: {} };
  for (const [key, value] of Object.entries(stored ?? {})) {
    const [kind, name = ""] = key.split(/:(.*)/s);
    if (key === "limits") result.limits = value;
    if (kind === "toolset") result.toolsets[name] = toolsetSetting.catch({}).parse(value);
    if (kind === "tool") result.tools[name] = toolSetting.catch({}).parse(value);
  }
  return result;
}

export async function readSettings(agentId: string): Promise<Settings> {
  const rows = await db().select().from(settings).where(eq(settings.agentId, agentId));
  return parseSettings(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}

export const toolKey = (name: string) => `tool:${name}` as const;

/** What `on conflict` makes of the stored value and the new one: fields that the new one does not name stay. */
export const merged = () => sql()`(settings.value::jsonb || excluded.value::jsonb)::json`;

/** Merges `change` into what is stored under `key`, in one statement: two changes at once both hold. */
export async function changeSetting(
  agentId: string,
  key: `toolset:${string}` | `tool:${string}`,
  change: ToolsetSetting | ToolSetting,
): Promise<void> {
  await sql()`
    insert into settings (agent_id, key, value) values (${agentId}, ${key}, ${asJson(change)}::json)
    on conflict (agent_id, key) do update
    set value = ${merged()}, updated_at = now()`;
}
