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
import { searchProviderId } from "@/lib/shared/search";
import { TITLES } from "@/lib/shared/settings";
import { timeZone } from "@/lib/shared/text/time-zone";
import { rateLimit } from "@/lib/shared/tools/limits";
import { db, sql } from "@/lib/store/db";
import { given, type Sql } from "@/lib/store/given";

const toolsetSetting = z.object({
  mode: z.enum(MODES).optional(),
  instructions: z.string().optional(),
  /** Of its tools that write, once a conversation has read the web; without it they ask. */
  afterWeb: z.enum(POLICIES).nullish(),
  /** Whether programs may import packages; without it they may not. */
  packages: z.boolean().nullish(),
});
const toolSetting = z.object({
  policy: z.enum(POLICIES).optional(),
  enabled: z.boolean().optional(),
  /** The person's own words, which follow those of its toolset. */
  instructions: z.string().optional(),
  /** Of an agent-made tool that was allowed for good when it asked: the version that asked. */
  version: z.number().nullish(),
  /** Allowed for good when it asked after reading the web: the version that asked, 0 of a built-in. */
  afterWeb: z.number().nullish(),
  /** Less time than its definition gives a call. */
  timeoutSeconds: z.number().nullish(),
  rateLimit: z.nullish(rateLimit),
});
/** Of a family of models: the person's words in place of ours. */
const familySetting = z.object({ instructions: z.string().optional() });
const generalSetting = z.object({
  /** The model of new conversations, `provider/model`; null leaves it to the environment. */
  model: z.string().min(1).nullish().catch(null).default(null),
  /** Makes pictures, `provider/model`; null: none does. */
  imageModel: z.string().min(1).nullish().catch(null).default(null),
  /** Turns texts into vectors, `provider/model`; null: the model on this machine. */
  embeddingModel: z.string().min(1).nullish().catch(null),
  /** Answer in its place when it fails, in this order. */
  successors: z.array(z.string().min(1)).nullish().catch(null),
  titles: z.enum(TITLES).catch("auto").default("auto"),
  /** Asked by web_search; null: the first that is set up. */
  searchProvider: searchProviderId.nullish().catch(null),
  /** In which the person lives, as the IANA list names it; null: the server's. */
  timeZone: timeZone.nullish().catch(null).default(null),
  /** Whether cron jobs may come closer than every five minutes. */
  allowFrequent: z.boolean().nullish().catch(null),
  /** Whether the agent is told what has failed most in the code that it runs; without it, it is. */
  codeHint: z.boolean().nullish().catch(null),
});
/** What the agent may tell WhatsApp contacts whom it answers by itself: the person's words. */
const whatsappSetting = z.object({ mayTell: z.string().catch("").default("") });
const text = z.string().min(1).nullish().catch(null);
const providerSetting = z.object({
  /** Sealed: only `lib/models/providers`, and of search `lib/web/search`, opens it. */
  apiKey: text,
  baseUrl: text,
});

export type ToolsetSetting = z.infer<typeof toolsetSetting>;
export type FamilySetting = z.infer<typeof familySetting>;
export type ToolSetting = z.infer<typeof toolSetting>;
export type GeneralSetting = z.infer<typeof generalSetting>;
export type ProviderSetting = z.infer<typeof providerSetting>;

/** What the person has set, over the definitions' defaults. */
export type Settings = {
  toolsets: Record<string, ToolsetSetting>;
  tools: Record<string, ToolSetting>;
  /** Of families of models, by the adapter's id. */
  families: Record<string, FamilySetting>;
  /** As stored; the loop knows the defaults. */
  limits: unknown;
  unattendedLimits: unknown;
  budget: Budget;
  /** When conversations are divided; `since`: when that was set for them, null where it never was. */
  sessions: SessionRule & { since: string | null };
  /** Of tidying; `ranAt`: when it last did, `since`: when it was switched on. */
  consolidation: ConsolidationSetting & { ranAt: string | null; since: string | null };
  general: GeneralSetting;
  /** `isConnected` is no setting: it says how the channel stands, for the tools that need it. */
  whatsapp: z.infer<typeof whatsappSetting> & { isConnected: boolean };
  /** By the provider's id. */
  providers: Record<string, ProviderSetting>;
  /** Of web search, by the provider's id. */
  search: Record<string, ProviderSetting>;
};

/** The budgets as they are stored. */
export const readBudget = (value: unknown): Budget => budget.catch(DEFAULT_BUDGET).parse(value);

const moment = z.iso.datetime().nullable().catch(null).default(null);

/** The rule as it is stored, over the default. */
const readRule = (value: unknown): Settings["sessions"] => {
  const { since } = z.object({ since: moment }).catch({ since: null }).parse(value);
  const { data } = sessionRule.partial().safeParse(value);
  return { ...DEFAULT_RULE, ...data, since };
};

const readConsolidation = (value: unknown): Settings["consolidation"] => {
  const times = z.object({ ranAt: moment, since: moment }).catch({ ranAt: null, since: null }).parse(value);
  const { data } = consolidationSetting.partial().safeParse(value);
  return { ...DEFAULT_CONSOLIDATION, ...data, ...times };
};

/** Reads `{ key: value }` as stored; entries that no longer fit are passed over. */
export function parseSettings(stored: Record<string, unknown> | null): Settings {
  const general = generalSetting.parse({});
  const result: Settings = {
    ...{ toolsets: {}, tools: {}, families: {}, providers: {}, search: {} },
    ...{
      limits: {},
      unattendedLimits: {},
      budget: DEFAULT_BUDGET,
      general,
      whatsapp: { mayTell: "", isConnected: false },
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
    if (key === CONNECTED) result.whatsapp.isConnected = true;
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

/** What holds for an agent: its own fields, over those of the workspace under the same key. */
export const held = (agent: Sql): Sql => sql()`
  select coalesce(s.key, w.key) as key, ${over(sql()`s.value`, sql()`w.value`)} as value
  from workspace_settings w full join (
    select o.key, o.value from ${given({ agent: sql()`${agent}::uuid` })}, settings o where o.agent_id = given.agent) s on s.key = w.key`;

/** The same in one column, as `parseSettings` reads it. */
export const settingsOf = (agent: Sql): Sql =>
  sql()`(select json_object_agg(held.key, held.value) from (${held(agent)}
    union all select ${CONNECTED}, 'true'::json from ${given({ agent: sql()`${agent}::uuid` })}, channels c
      where c.agent_id = given.agent and c.id = 'whatsapp' and c.status = 'connected') held)`;

/** Stands among the settings while WhatsApp is connected. */
const CONNECTED = "connected:whatsapp";

/** What holds for an agent under one key; null where nothing was set. */
export const settingOf = (agent: Sql, key: string): Sql => sql()`(
  select ${over(sql()`levels.own`, sql()`levels.shared`)} from (select
    (select o.value from ${given({ agent: sql()`${agent}::uuid` })}, settings o where o.agent_id = given.agent and o.key = ${key}) as own,
    (select w.value from workspace_settings w where w.key = ${key}) as shared) levels)`;

/** The same as a subquery for drizzle. `agentId` may be a column of the calling statement. */
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

/** By which days and times of day count for this agent: the zone of the settings, or else the server's. */
export const timeZoneOf = ({ general }: Pick<Settings, "general">): string =>
  general.timeZone ?? serverTimeZone;
