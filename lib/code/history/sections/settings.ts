import { z } from "zod";
import { agentChange, starters } from "@/lib/shared/agents/agents";
import { budgetChange } from "@/lib/shared/budget";
import { jsonValue } from "@/lib/shared/json-value";
import { newServer } from "@/lib/shared/mcp/input";
import { limits, unattendedLimits } from "@/lib/shared/settings";
import {
  importProfile,
  importSetting,
  readOwnSettings,
  readProfile,
  serversOfAgent,
  settingsOfAgent,
} from "@/lib/store/agents/exported-settings";
import { addMcpServers, listMcpServers, type NewMcpServer } from "@/lib/store/agents/mcp-servers";
import { sql } from "@/lib/store/db";
import { parseAt, refuseFile } from "../file-problem";
import { changeOfItem, defineSection, lines, type Rights } from "./define";

/** Maximum characters of one value as JSON. */
const MAX_VALUE = 30_000;
const MAX_SHOWN = 200;
const OF_TOOLS = /^(toolset|tool|family):[\w.:-]{1,200}$/;
const fields = z.record(z.string(), jsonValue);
const SINGLE: Record<string, z.ZodType> = {
  general: fields,
  proofs: fields,
  whatsapp: fields,
  starters: z.strictObject({ list: starters }),
  sessions: fields,
  consolidation: fields,
  budget: budgetChange,
  limits: limits.partial(),
  unattendedLimits: unattendedLimits.partial(),
};

/** The agent's own settings. Keys and addresses of providers belong to the workspace and are not exported. */
export const settingsSection = defineSection({
  write: (agentId, read) =>
    lines(jsonLines(read<{ key: string; value: unknown }>(settingsOfAgent(agentId, Object.keys(SINGLE))))),
  file: z.array(z.strictObject({ key: z.string(), value: z.unknown() })).max(3_000),
  async plan(agentId, list) {
    const here = new Map(
      (await readOwnSettings(agentId)).map(({ key, value }) => [key, JSON.stringify(value)]),
    );
    const seen = new Set<string>();
    for (const [at, { key, value }] of list.entries()) {
      const schema = Object.hasOwn(SINGLE, key) ? SINGLE[key] : OF_TOOLS.test(key) ? fields : undefined;
      if (!schema)
        throw refuseFile(["settings", at, "key"], `"${key.slice(0, 100)}" is not a setting of an agent`);
      if (seen.has(key)) throw refuseFile(["settings", at, "key"], `"${key}" appears twice`);
      seen.add(key);
      parseAt(schema, value, ["settings", at, "value"]);
      if (JSON.stringify(value).length > MAX_VALUE)
        throw refuseFile(["settings", at, "value"], "the value is too long");
    }
    const coming = list.filter(({ key, value }) => here.get(key) !== JSON.stringify(value));
    const planned = coming.map(({ key, value }) => {
      const asking = withoutRights(key, value, here.get(key));
      return {
        change: changeOfItem("setting", key, here.has(key) ? "change" : "create", {
          title: titleOf(key),
          detail: describeValue(value).slice(0, MAX_SHOWN),
          ...(asking !== value && { allows: true }),
        }),
        digest: `${here.get(key)} ${JSON.stringify(value)}`,
        async put(rights: Rights) {
          const imported = rights === "ask" ? asking : value;
          if (JSON.stringify(imported) !== (here.get(key) ?? "{}"))
            await importSetting(agentId, key, imported);
        },
      };
    });
    return { same: list.length - planned.length, planned };
  },
});

const TITLES: Record<string, string> = {
  general: "General",
  proofs: "Proofs of changes",
  whatsapp: "WhatsApp",
  starters: "Starters",
  sessions: "Sessions",
  consolidation: "Cleanup of facts",
  budget: "Budget",
  limits: "Limits of a run",
  unattendedLimits: "Limits of unattended work",
};
const KINDS: Record<string, string> = { tool: "Tool", toolset: "Toolset", family: "Models of" };

function titleOf(key: string): string {
  const at = key.indexOf(":");
  return TITLES[key] ?? `${KINDS[key.slice(0, at)]} ${key.slice(at + 1)}`;
}

const describeValue = (value: unknown): string =>
  Object.entries(value ?? {})
    .map(([name, one]) => `${name}: ${typeof one === "string" ? one : JSON.stringify(one)}`)
    .join(", ");

/**
 * Settings of tools and toolsets that permit actions without asking. Each predicate returns whether a value
 * permits them.
 */
const PERMISSIVE: Record<string, Record<string, (value: unknown) => boolean>> = {
  tool: { policy: (value) => value === "allow", afterWeb: (value) => value != null },
  proofs: { policy: (value) => value === "off", budget: (value) => value !== 0 },
  toolset: { afterWeb: (value) => value === "allow", packages: (value) => value === true },
};

/**
 * Returns `value` without permissions that the user has not already granted here. Returns the same object if
 * there are none to remove.
 */
function withoutRights(key: string, value: unknown, stored: string | undefined): unknown {
  const permissive = PERMISSIVE[key.split(":", 1)[0] ?? ""];
  if (!permissive || typeof value !== "object" || value === null) return value;
  const here: Record<string, unknown> = JSON.parse(stored ?? "{}") ?? {};
  const remaining = Object.entries(value).filter(
    ([field, fieldValue]) =>
      !permissive[field]?.(fieldValue) || JSON.stringify(here[field]) === JSON.stringify(fieldValue),
  );
  if (remaining.length === Object.keys(value).length) return value;
  const own = Object.entries(here).filter(([field]) => field in permissive);
  return Object.fromEntries([...own, ...remaining]);
}

/** The agent's description and mark. The name of the importing agent does not change. */
export const profile = defineSection({
  async *write(agentId, read) {
    for await (const row of read<object>(readProfile(agentId))) yield JSON.stringify(row);
  },
  file: z.strictObject({
    description: agentChange.shape.description.unwrap(),
    mark: agentChange.shape.mark.unwrap(),
  }),
  async plan(agentId, input) {
    const [here] = await readProfile(agentId)(sql());
    const isNew = (!here?.description && input.description !== "") || (!here?.mark && input.mark !== "");
    if (!isNew) return { same: 1, planned: [] };
    return {
      same: 0,
      planned: [
        {
          change: changeOfItem("setting", "profile", "create", {
            title: "Description",
            detail: input.description,
          }),
          digest: JSON.stringify(input),
          put: () => importProfile(agentId, input),
        },
      ],
    };
  },
});

type Server = z.infer<typeof newServer>;

/**
 * MCP servers without their secrets. They are imported disabled, so that the user can check what would be
 * started or reached.
 */
export const servers = defineSection({
  write: (agentId, read) =>
    lines(jsonLines(read<Record<string, unknown>>(serversOfAgent(agentId)), plainServer)),
  file: z.array(newServer).max(50),
  async plan(agentId, list) {
    const here = new Set((await listMcpServers(agentId)).map(({ id }) => id));
    for (const [at, { headers, env, oauth }] of list.entries())
      if (headers ?? env ?? oauth)
        throw refuseFile(["servers", at], "a file cannot have headers, environment or sign-in");
    const coming = list.filter(({ id }) => !here.has(id));
    const planned = coming.map((server) => ({
      change: changeOfItem("server", server.id, "create", { detail: server.url ?? server.command }),
      digest: JSON.stringify(server),
      put: () => addMcpServers(agentId, [rowOf(server)]),
    }));
    return { same: list.length - planned.length, planned };
  },
});

const rowOf = ({ id, title = id, transport, url, command, args = [] }: Server): NewMcpServer => ({
  id,
  title,
  transport: transport ?? (command === undefined ? "http" : "stdio"),
  url: url ?? null,
  command: command ?? null,
  args,
  headers: null,
  env: null,
  oauth: null,
  enabled: false,
  addedByHand: false,
});

/** Removes the query string of the server's URL, which may contain a key. */
function plainServer({ url, command, args, ...row }: Record<string, unknown>) {
  if (typeof url !== "string") return { ...row, command, args };
  const address = new URL(url);
  address.search = "";
  return { ...row, url: address.href };
}

async function* jsonLines<T>(
  rows: AsyncIterable<T>,
  plain: (row: T) => unknown = (row) => row,
): AsyncGenerator<string> {
  for await (const row of rows) yield JSON.stringify(plain(row));
}
