import { runQuery } from "@/lib/data/documents/query";
import type { DocumentsQuery } from "@/lib/data/documents/work";
import { closeAll } from "@/lib/ground/base/process";
import { resolveAgent } from "@/lib/store/agents/agents";
import { undoChange } from "@/lib/store/data/document-history";
import { listRevisions } from "@/lib/store/revisions";
import { median, quantile } from "./client.ts";

const DOCUMENTS = 100_000;
const BATCH = 1_000;
const collection = "ai_bench";

/** `[query, calls]`. Of 100,000 documents, ten have the same email and a thousandth the same city. */
const CALLS: Record<string, [Omit<DocumentsQuery, "collection">, number]> = {
  "find by equality": [{ operation: "find", filter: { email: "p4711@example.com" } }, 200],
  "find by equality below a path": [{ operation: "find", filter: { "address.city": "city 77" } }, 100],
  "find by its id": [{ operation: "findOne", filter: { _id: 4711 } }, 200],
  "$in of five": [
    { operation: "find", filter: { email: { $in: [1, 2, 3, 4, 5].map((n) => `p${n}@example.com`) } } },
    100,
  ],
  "the first 20": [{ operation: "find", options: { limit: 20 } }, 100],
  "all, counted": [{ operation: "countDocuments" }, 20],
  "a range, the first 20": [{ operation: "find", filter: { age: { $gte: 60 } }, options: { limit: 20 } }, 20],
  "a range of dates": [
    {
      operation: "find",
      filter: { since: { $gte: { $date: "2024-01-20T00:00:00Z" } } },
      options: { limit: 1_000 },
    },
    5,
  ],
  "a range, counted": [{ operation: "countDocuments", filter: { age: { $gte: 60 } } }, 5],
  "sort and limit": [{ operation: "find", options: { sort: { age: -1 }, limit: 20 } }, 5],
  "a range, sort and limit": [
    { operation: "find", filter: { age: { $lt: 40 } }, options: { sort: { "address.zip": 1 }, limit: 20 } },
    5,
  ],
  "aggregate with group": [
    {
      operation: "aggregate",
      pipeline: [{ $group: { _id: "$address.city", n: { $sum: 1 }, age: { $avg: "$age" } } }, { $limit: 10 }],
    },
    5,
  ],
  "updateOne by equality": [
    { operation: "updateOne", filter: { email: "p4712@example.com" }, update: { $inc: { visits: 1 } } },
    100,
  ],
};

const agentId = await resolveAgent();
const by = { author: "person", cause: null } as const;
const run = (query: Omit<DocumentsQuery, "collection">) =>
  runQuery({ ...query, collection }, { agentId, by });

const userOf = (_id: number) => ({
  ...{ _id, name: `Person ${_id}`, email: `p${_id % 10_000}@example.com`, age: 18 + (_id % 70) },
  address: { city: `city ${_id % 1_000}`, street: `Street ${_id}`, zip: String(10_000 + (_id % 90_000)) },
  tags: [`t${_id % 50}`, `t${_id % 7}`],
  since: { $date: new Date(1_700_000_000_000 + _id * 60_000).toISOString() },
});

const figures: Record<string, number> = {};
const inserts: number[] = [];
for (let from = 0; from < DOCUMENTS; from += BATCH) {
  const data = Array.from({ length: BATCH }, (_, n) => userOf(from + n));
  inserts.push(await timed({ operation: "insertMany", data }));
}
figures["insertMany of 1,000, p50 ms"] = median(inserts);
figures["insertMany of 1,000, p95 ms"] = quantile(inserts, 0.95);
for (const [name, [query, calls]] of Object.entries(CALLS)) {
  await run(query);
  const times: number[] = [];
  for (let call = 0; call < calls; call++) times.push(await timed(query));
  figures[`${name}, p50 ms`] = median(times);
  figures[`${name}, p95 ms`] = quantile(times, 0.95);
}
figures["deleteMany of 50,000 ms"] = await timed({
  operation: "deleteMany",
  filter: { _id: { $lt: 50_000 } },
});
const [revision] = (await listRevisions(agentId, { kind: "collection", name: collection })).revisions;
const began = performance.now();
await undoChange(agentId, revision?.id ?? "", by);
figures["undoing that ms"] = performance.now() - began;
console.log(`figures ${JSON.stringify(figures)}`);
await closeAll();

async function timed(query: Omit<DocumentsQuery, "collection">): Promise<number> {
  const began = performance.now();
  await run(query);
  return performance.now() - began;
}
