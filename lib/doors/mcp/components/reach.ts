import { LRUCache } from "lru-cache";
import type { NamedUses } from "@/lib/code/compile/queries";
import { namedUsesOfBundle } from "@/lib/code/components/publish";
import { singleton } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";
import type { HostedCall } from "@/lib/shared/mcp/component-calls";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";

const MAX_CACHED = 200;

/**
 * Throws `forbidden` if a call exceeds the token. A program can send any call of a component that it shows. So a token for
 * some tools reaches the queries and keys of state that the code of the component names, and no others.
 */
export async function assertReach({ tools }: McpToken, bundle: string, call: HostedCall): Promise<void> {
  const lacks = (tool: string) => tools !== null && !tools.includes(tool);
  switch (call.type) {
    case "tool":
      if (lacks(call.name)) throw beyond(`the tool ${call.name}`, call.name);
      return;
    case "query":
      if (lacks("db_sql") && !(await namedUses(bundle)).queries.includes(call.sql))
        throw beyond("a query that its code computes", "db_sql");
      return;
    case "state":
      if (lacks("get_state")) await assertKeys(bundle, call.keys, "get_state");
      return;
    case "set":
      if (lacks("set_state")) await assertKeys(bundle, [call.key], "set_state");
      return;
    default:
  }
}

async function assertKeys(bundle: string, keys: readonly string[], tool: string): Promise<void> {
  const { state } = await namedUses(bundle);
  const other = keys.find((key) => !state.includes(key));
  if (other !== undefined) throw beyond(`the state ${JSON.stringify(other.slice(0, 100))}`, tool);
}

const beyond = (what: string, tool: string) =>
  new AppError(
    "forbidden",
    `The access token of this program does not let the component use ${what}. Create a token that also names ${tool}.`,
  );

/** Cached, because a bundle never changes. */
async function namedUses(bundle: string): Promise<NamedUses> {
  const cache = singleton("named uses", () => new LRUCache<string, NamedUses>({ max: MAX_CACHED }));
  const found = cache.get(bundle) ?? (await namedUsesOfBundle(bundle));
  cache.set(bundle, found);
  return found;
}
