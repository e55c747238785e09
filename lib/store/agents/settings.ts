import { and, type Column, eq, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { settings, workspaceSettings } from "@/drizzle/schema";
import { type Budget, budget, DEFAULT_BUDGET } from "@/lib/shared/budget";
import {
  type ConsolidationSetting,
  consolidationSetting,
  DEFAULT_CONSOLIDATION,
} from "@/lib/shared/memory/consolidation";
import { DEFAULT_RULE, type SessionRule, sessionRule } from "@/lib/shared/memory/memory-sessions";
import { MODES, POLICIES } from "@/lib/shared/modes";
import { MAX_PROOF_BUDGET, PROOF_POLICIES } from "@/lib/shared/proofs/contract";
import { searchProviderId } from "@/lib/shared/search";
import { TITLES } from "@/lib/shared/settings";
import { timeZone } from "@/lib/shared/text/time-zone";
import { rateLimit } from "@/lib/shared/tools/limits";
import { db, sql } from "@/lib/store/db";
import { type Sql, valuesTable } from "@/lib/store/sql-fragments";

const toolsetSetting = z.object({
  mode: z.enum(MODES).optional(),
  instructions: z.string().optional(),
  /** Policy of the toolset's writing tools after a conversation has read web content. Default: ask. */
  afterWeb: z.enum(POLICIES).nullish(),
  /** Whether the toolset may load packages from npm and JSR. Default: no. */
  packages: z.boolean().nullish(),
  /** Fingerprint of the words of an MCP server that the user trusts; null if the user trusts none. */
  trusted: z.string().nullish(),
});
const toolSetting = z.object({
  policy: z.enum(POLICIES).optional(),
  enabled: z.boolean().optional(),
  /** The user's instructions, appended to those of its toolset. */
  instructions: z.string().optional(),
  /**
   * Version of an agent-made tool that the user always allowed; null if the user did not. A newer version asks
   * again.
   */
  version: z.number().nullish(),
  /**
   * Version of the tool that the user always allowed, even after web content was read: 0 for a built-in tool, null
   * if the user did not.
   */
  afterWeb: z.number().nullish(),
  /** A timeout that overrides the longer one of the tool's definition. */
  timeoutSeconds: z.number().nullish(),
  rateLimit: z.nullish(rateLimit),
});
/** The user's instructions for a family of models. They replace the default ones. */
const familySetting = z.object({ instructions: z.string().optional() });
const generalSetting = z.object({
  /** Model of new conversations, `provider/model`; null uses the environment's. */
  model: z.string().min(1).nullish().catch(null).default(null),
  /** Image model, `provider/model`; null disables image generation. */
  imageModel: z.string().min(1).nullish().catch(null).default(null),
  /** Embedding model, `provider/model`; null uses the local model. */
  embeddingModel: z.string().min(1).nullish().catch(null),
  /** Models that read speech and that speak, `provider/model`; null uses the first provider that has one. */
  transcriptionModel: z.string().min(1).nullish().catch(null),
  speechModel: z.string().min(1).nullish().catch(null),
  /** Name of the voice; null for the provider's default. */
  voice: z.string().min(1).nullish().catch(null),
  successors: z.array(z.string().min(1)).nullish().catch(null),
  titles: z.enum(TITLES).catch("model").default("model"),
  /** Provider of web_search; null uses the first that has a key. */
  searchProvider: searchProviderId.nullish().catch(null),
  /** The user's IANA time zone; null uses the server's. */
  timeZone: timeZone.nullish().catch(null).default(null),
  /** Whether cron jobs may run more often than every five minutes. */
  allowFrequent: z.boolean().nullish().catch(null),
  /** Whether prompts list the most frequent errors of the agent's code. Default: yes. */
  codeHint: z.boolean().nullish().catch(null),
});
/** `mayTell`: the user's instructions about what the agent may tell contacts. */
const whatsappSetting = z.object({ mayTell: z.string().catch("").default("") });
/** `policy`: which changes by the agent go live without a question. `budget`: tokens a day for trials on turns. */
const proofsSetting = z.object({
  policy: z.enum(PROOF_POLICIES).catch("auto").default("auto"),
  budget: z.int().min(0).max(MAX_PROOF_BUDGET).catch(0).default(0),
});
const text = z.string().min(1).nullish().catch(null);
const providerSetting = z.object({
  /** Encrypted. Only `lib/models/providers` and `lib/web/search` decrypt it. */
  apiKey: text,
  baseUrl: text,
});

export type ToolsetSetting = z.infer<typeof toolsetSetting>;
export type FamilySetting = z.infer<typeof familySetting>;
export type ToolSetting = z.infer<typeof toolSetting>;
export type GeneralSetting = z.infer<typeof generalSetting>;
export type ProviderSetting = z.infer<typeof providerSetting>;

export type Settings = {
  toolsets: Record<string, ToolsetSetting>;
  tools: Record<string, ToolSetting>;
  /** Keyed by the adapter's id. */
  families: Record<string, FamilySetting>;
  /** Unparsed; the agent loop applies the defaults. */
  limits: unknown;
  unattendedLimits: unknown;
  budget: Budget;
  /** Rule by which conversations are ended automatically; `since`: when the rule was set, null if never. */
  sessions: SessionRule & { since: string | null };
  /** `ranAt`: time of the last consolidation of facts; `since`: time at which consolidation was enabled. */
  consolidation: ConsolidationSetting & { ranAt: string | null; since: string | null };
  general: GeneralSetting;
  proofs: z.infer<typeof proofsSetting>;
  /** `isConnected` is the state of the channel, not a setting. Tools depend on it. */
  whatsapp: z.infer<typeof whatsappSetting> & { isConnected: boolean };
  /** Whether the agent has a mail account; not a setting. */
  mail: { isConnected: boolean };
  providers: Record<string, ProviderSetting>;
  search: Record<string, ProviderSetting>;
};

export const readBudget = (value: unknown): Budget => budget.catch(DEFAULT_BUDGET).parse(value);

const isoTime = z.iso.datetime().nullable().catch(null).default(null);

const readRule = (value: unknown): Settings["sessions"] => {
  const { since } = z.object({ since: isoTime }).catch({ since: null }).parse(value);
  const { data } = sessionRule.partial().safeParse(value);
  return { ...DEFAULT_RULE, ...data, since };
};

const readConsolidation = (value: unknown): Settings["consolidation"] => {
  const times = z.object({ ranAt: isoTime, since: isoTime }).catch({ ranAt: null, since: null }).parse(value);
  const { data } = consolidationSetting.partial().safeParse(value);
  return { ...DEFAULT_CONSOLIDATION, ...data, ...times };
};

/** Parses settings stored as `{ key: value }`. Ignores invalid entries. */
export function parseSettings(stored: Record<string, unknown> | null): Settings {
  const general = generalSetting.parse({});
  const result: Settings = {
    ...{ toolsets: {}, tools: {}, families: {}, providers: {}, search: {} },
    ...{
      limits: {},
      unattendedLimits: {},
      budget: DEFAULT_BUDGET,
      general,
      proofs: proofsSetting.parse({}),
      whatsapp: { mayTell: "", isConnected: false },
      mail: { isConnected: false },
      sessions: { ...DEFAULT_RULE, since: null },
      consolidation: { ...DEFAULT_CONSOLIDATION, ranAt: null, since: null },
    },
  };
  for (const [key, value] of Object.entries(stored ?? {})) {
    const [kind, name = ""] = key.split(/:(.*)/s);
    if (key === "limits") result.limits = value;
    if (key === "unattendedLimits") result.unattendedLimits = value;
    if (key === "budget") result.budget = readBudget(value);
    if (key === "consolidation") result.consolidation = readConsolidation(value);
    if (key === "sessions") result.sessions = readRule(value);
    if (key === "whatsapp")
      Object.assign(result.whatsapp, whatsappSetting.catch({ mayTell: "" }).parse(value));
    if (key === "proofs") result.proofs = proofsSetting.catch(result.proofs).parse(value);
    if (key === "connected:whatsapp") result.whatsapp.isConnected = true;
    if (key === "connected:mail") result.mail.isConnected = true;
    if (key === "general") result.general = generalSetting.catch(general).parse(value);
    if (kind === "provider") result.providers[name] = providerSetting.catch({}).parse(value);
    if (kind === "search") result.search[name] = providerSetting.catch({}).parse(value);
    if (kind === "toolset") result.toolsets[name] = toolsetSetting.catch({}).parse(value);
    if (kind === "family") result.families[name] = familySetting.catch({}).parse(value);
    if (kind === "tool") result.tools[name] = toolSetting.catch({}).parse(value);
  }
  return result;
}

export async function readSettings(agentId: string): Promise<Settings> {
  const [row] = await sql()<{ stored: Record<string, unknown> | null }[]>`
    select ${settingsOf(sql()`${agentId}::uuid`)} as stored`;
  return parseSettings(row?.stored ?? null);
}

/**
 * Query for an agent's effective settings: its own fields override those of the workspace under the same key.
 */
export const effectiveSettings = (agent: Sql): Sql => sql()`
  select coalesce(s.key, w.key) as key, ${over(sql()`s.value`, sql()`w.value`)} as value
  from workspace_settings w full join (
    select o.key, o.value from ${valuesTable({ agent: sql()`${agent}::uuid` })}, settings o where o.agent_id = given.agent) s on s.key = w.key`;

/**
 * The effective settings as one JSON object, as `parseSettings` reads it. Pseudo-settings exist while WhatsApp is
 * connected and while the agent has a mail account, because their tools connect by themselves. A rehearsal has those of its
 * source.
 */
export const settingsOf = (agent: Sql): Sql =>
  sql()`(select json_object_agg(held.key, held.value) from (${effectiveSettings(agent)}
    union all select 'connected:' || c.id, 'true'::json from ${valuesTable({ agent: sql()`${agent}::uuid` })}, channels c
      where c.agent_id in (select given.agent union all select r.source_id from rehearsals r where r.agent_id = given.agent)
        and (c.id = 'mail' or c.id = 'whatsapp' and c.status = 'connected')) held)`;

/** The effective value of one setting; null if it was never set. */
export const settingOf = (agent: Sql, key: string): Sql => sql()`(
  select ${over(sql()`levels.own`, sql()`levels.shared`)} from (select
    (select o.value from ${valuesTable({ agent: sql()`${agent}::uuid` })}, settings o where o.agent_id = given.agent and o.key = ${key}) as own,
    (select w.value from workspace_settings w where w.key = ${key}) as shared) levels)`;

/** Like `settingOf`, as a drizzle subquery. `agentId` may be a column of the calling statement. */
export function settingNow(agentId: string | Column, key: string) {
  const own = alias(settings, "own_setting");
  const shared = alias(workspaceSettings, "shared_setting");
  const ofAgent = db()
    .select({ value: own.value })
    .from(own)
    .where(and(eq(own.agentId, agentId), eq(own.key, key)));
  const ofAll = db().select({ value: shared.value }).from(shared).where(eq(shared.key, key));
  return raw<unknown>`(
    select case when shared is null then own when own is null then shared else (shared::jsonb || own::jsonb)::json end
    from (select (${ofAgent}) as own, (${ofAll}) as shared) setting_levels)`;
}

const over = (own: Sql, shared: Sql): Sql => sql()`
  case when ${shared} is null then ${own} when ${own} is null then ${shared}
    else (${shared}::jsonb || ${own}::jsonb)::json end`;

export const serverTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeZoneOf = ({ general }: Pick<Settings, "general">): string =>
  general.timeZone ?? serverTimeZone;
