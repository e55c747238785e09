import { sql } from "./db";

/** Where the bundle of each live component is found: under the hash of its code. */
export async function liveBundles(agentId: string, name?: string): Promise<Map<string, string>> {
  const rows = await sql()<{ name: string; bundle: string }[]>`
    select name, encode(sha256(convert_to(code, 'UTF8')), 'hex') as bundle from components
    where agent_id = ${agentId} and deleted_at is null and (${name ?? null}::text is null or name = ${name ?? null})`;
  return new Map(rows.map(({ name, bundle }) => [name, bundle]));
}
