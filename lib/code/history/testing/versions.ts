import { randomUUID } from "node:crypto";
import type { Kind } from "@/lib/shared/kinds";

const surface = { conversation: randomUUID(), sheet: `call_${randomUUID()}` };
const place = { x: 0, y: 0, w: 4, h: 4 };
const block = { kind: "core", description: "", permission: "read_write", charLimit: 100 };
const fact = {
  layer: "long",
  category: null,
  certainty: 0.5,
  source: null,
  conversationId: null,
  projectId: null,
};
const daily = { timeZone: "Europe/Berlin", catchUp: "one" };
const copy = { hash: "h", reason: "daily", tables: [], bytes: 1, size: 1 };

/** Two versions of each kind. The type requires an entry for a new kind. */
export const VERSIONS: Record<Kind, readonly [unknown, unknown]> = {
  system_prompt: ["Be kind.", "Be kind and short."],
  learned_notes: ["Rye.", "Rye and wheat."],
  tool: [1, 2].map((n) => ({
    description: "Adds",
    parameter_schema: {},
    code: `return ${n}`,
    limits: null,
  })) as [unknown, unknown],
  component: [
    { description: "A list", code: "one", props_schema: null },
    { description: "A list", code: "two", props_schema: null },
  ],
  skill: ["one", "two"].map((body) => ({
    markdown: `---\nname: water\ndescription: Waters plants.\n---\n\n${body}\n`,
    files: [{ path: "notes.md", text: "Rye" }],
  })) as [unknown, unknown],
  state: [{ value: { oven: 230 } }, { value: { oven: { $date: "2031-12-01T09:00:00Z" }, id: randomUUID() } }],
  job: [
    { name: "Water", instruction: "Water.", kind: "cron", spec: { ...daily, cronExpression: "0 9 * * *" } },
    { name: "Water", instruction: "Water.", kind: "cron", spec: { ...daily, cronExpression: "0 8 * * *" } },
  ],
  memory_blob: ["Ada", "Ada and Bob"],
  block: [
    { ...block, text: "Ada" },
    { ...block, text: "Bob" },
  ],
  db_schema: ["people", "people, dates"],
  memory: [
    { ...fact, content: "Likes rye bread" },
    { ...fact, content: "Likes wheat bread" },
  ],
  board: [
    { name: "Home", tiles: [] },
    { name: "Home", tiles: [{ id: randomUUID(), ...place, source: surface }] },
  ],
  project: [
    { name: "Kitchen", instructions: "", boards: [] },
    { name: "Kitchen", instructions: "Use grams.", boards: [] },
  ],
  collection: [
    version({ operation: "insertOne", inserted: 1 }),
    version({ operation: "updateOne", updated: 1, asked: '{"_id":"1"} → {"$set":{"start":1}}' }),
  ],
  database: [copy, { ...copy, reason: "destructive", sql: `delete from t where id = '${randomUUID()}'` }],
  model_family: ["Be short.", "Be very short."],
};

function version(change: object) {
  const counts = { inserted: 0, updated: 0, deleted: 0 };
  return { change: 1, ...counts, documents: 1, bytes: 10, indexes: [], origins: [], ...change };
}
