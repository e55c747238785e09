import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_BUDGET } from "@/lib/shared/budget";
import { DEFAULT_RULE } from "@/lib/shared/memory/memory-sessions";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { resolveAgent } from "./agents";
import { changeSetting, changeSettings } from "./change-settings";
import { parseSettings, readSettings, timeZoneOf } from "./settings";

const database = await testDatabase();
let agentId: string;

beforeAll(async () => {
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const provider = async (id: string) => (await readSettings(agentId)).providers[id];

test("readSettings returns the defaults when nothing is stored", async () => {
  expect(await readSettings(agentId)).toEqual({
    proofs: { policy: "auto", budget: 0 },
    toolsets: {},
    tools: {},
    families: {},
    limits: {},
    unattendedLimits: {},
    budget: DEFAULT_BUDGET,
    general: { model: null, imageModel: null, titles: "model", timeZone: null },
    providers: {},
    search: {},
    sessions: { ...DEFAULT_RULE, since: null },
    consolidation: { enabled: false, time: "03:00", ranAt: null, since: null },
    whatsapp: { isConnected: false, mayTell: "" },
    mail: { isConnected: false },
  });
});

test("changeSetting keeps absent fields and removes fields set to null", async () => {
  await changeSetting(agentId, "provider:openai", { apiKey: "sealed", baseUrl: null });
  await changeSetting(agentId, "provider:openai", { baseUrl: "http://localhost:1/v1" });
  expect(await provider("openai")).toEqual({ apiKey: "sealed", baseUrl: "http://localhost:1/v1" });
  await changeSetting(agentId, "provider:openai", { apiKey: null });
  expect(await provider("openai")).toEqual({ baseUrl: "http://localhost:1/v1" });
});

test("changeSettings applies all concurrent changes", async () => {
  const keys = ["general", "limits", "provider:google", "provider:anthropic"] as const;
  const change = (at: number) => Object.fromEntries(keys.map((key) => [key, { [`field${at}`]: at }]));
  const all = Array.from({ length: 20 }, (_, at) => at);
  await Promise.all(
    all.map((at) => {
      const entries = Object.entries(change(at));
      return changeSettings(agentId, Object.fromEntries(at % 2 ? entries : entries.reverse()));
    }),
  );
  expect(Object.keys((await readSettings(agentId)).limits as object)).toHaveLength(20);
});

test("parseSettings ignores invalid fields one by one", () => {
  const parsed = parseSettings({
    general: { model: 7, titles: "words", timeZone: "Middle/Earth" },
    "provider:openai": { apiKey: { not: "text" }, baseUrl: "http://localhost:1/v1" },
    "provider:google": "no object",
    "provider:": { apiKey: "" },
  });
  expect(parsed.general).toEqual({ model: null, imageModel: null, titles: "words", timeZone: null });
  expect(parsed.providers).toEqual({
    openai: { apiKey: null, baseUrl: "http://localhost:1/v1" },
    google: {},
    "": { apiKey: null },
  });
  expect(parseSettings({ general: [] }).general).toEqual({
    model: null,
    imageModel: null,
    titles: "model",
    timeZone: null,
  });
});

test("timeZoneOf uses the configured time zone, or the server's if none or an invalid one is configured", () => {
  const serverZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(timeZoneOf(parseSettings({}))).toBe(serverZone);
  expect(timeZoneOf(parseSettings({ general: { timeZone: "+02:00" } }))).toBe(serverZone);
  expect(timeZoneOf(parseSettings({ general: { timeZone: "Asia/Tokyo" } }))).toBe("Asia/Tokyo");
});

test("the migration moves general settings and keys to the workspace, and keeps tool settings with the agent", async () => {
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  await sql()`
    insert into settings (agent_id, key, value) values
      (${agentId}, 'general', '{"model":"demo"}'), (${agentId}, 'provider:openai', '{"apiKey":"sealed"}'),
      (${agentId}, 'budget', '{"dayUsd":3}'), (${agentId}, 'tool:set_state', '{"policy":"ask"}')`;
  const before = await readSettings(agentId);
  const folder = "drizzle/migrations";
  const [file = ""] = readdirSync(folder).filter((name) => name.endsWith("_workspace_settings.sql"));
  const statements = readFileSync(`${folder}/${file}`, "utf8").split("--> statement-breakpoint");
  for (const moved of statements.slice(-2)) await sql().unsafe(moved);
  expect(await readSettings(agentId)).toEqual(before);
  const own = await sql()`select key from settings where agent_id = ${agentId}`;
  expect(own.map(({ key }) => key)).toEqual(["tool:set_state"]);
});
