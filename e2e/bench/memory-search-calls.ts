import { randomUUID } from "node:crypto";
import { textTokens } from "@/lib/agent/message/estimate";
import { newAgent } from "@/lib/code/history/testing/agents";
import { facts } from "@/lib/data/memory/facts";
import { recalledText, recollect } from "@/lib/data/memory/recall";
import { type SearchOptions, searchMemory } from "@/lib/data/memory/search/search";
import { closeAll } from "@/lib/ground/base/process";
import { embed } from "@/lib/models/embedding/embed";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { quantile } from "./client.ts";

const ROUNDS = 60;
const WARM_UP = 5;
const FACTS = 10_000;

const agentId = await resolveAgent();
const user = { author: "person", cause: null } as const;
const figures: Record<string, number> = {};

/** Rare words, frequent words, both together, misspelled words and whole questions, different each time. */
const QUESTIONS = [
  (n: number) => `own${n * 131}`,
  (n: number) => `bread topic${n}`,
  () => "bread rises",
  (n: number) => `What was said about word${n % 97} and topic${n * 3}?`,
  (n: number) => `topik${n}`,
];
const CITIES = [
  "Porto",
  "Lisbon",
  "Bern",
  "Oslo",
  "Graz",
  "Turin",
  "Lyon",
  "Ghent",
  "Malmö",
  "Riga",
  "Kyoto",
  "Quito",
];
const WHO = ["Ruth", "Tom", "Her sister", "The team", "Ida", "A friend", "His doctor"];
const DOES = [
  ...[
    "likes to eat near the station in",
    "booked a hotel with six people in",
    "planned a trip to",
    "paints boats in",
  ],
  ...[
    "visited a museum on the first day in",
    "works four days a week in",
    "learned the language of",
    "ran in the spring race of",
  ],
  ...["wants a house with a garden in", "met the new neighbours from"],
];
const question = (n: number) => QUESTIONS[n % QUESTIONS.length]?.(n) ?? "";

const AMONG: Record<string, SearchOptions> = {
  "100,000 entries": { domain: "archival_memory" },
  "40,000 facts": { domain: "facts" },
  "1,000,000 messages": { domain: "conversations" },
};
await embed(["warm"]);
for (const [name, options] of Object.entries(AMONG)) {
  await measure(`${name}, by words alone`, (n) =>
    searchMemory(agentId, question(n), { ...options, waitMs: 0 }),
  );
  await measure(name, (n) => searchMemory(agentId, question(n), options));
}
await measure("the vector of a question", (n) => embed([question(n)]));
await measure("keeping a fact", (n) =>
  facts.remember(agentId, { layer: "long", content: `Kept anew ${n}` }, user),
);
await measure("recalling for a question", (n) => facts.recall(agentId, question(n)));

const other = await newAgent();
await fill(other);
let max = 0;
await measure("recall before a turn over 10,000 facts", async (n) => {
  const city = CITIES[Math.abs(n) % CITIES.length];
  const text = `Please plan our trip to ${city} for six people, with a museum on the first day and something good to eat near the hotel.`;
  const { facts } = await recollect(other, { text, conversationId: randomUUID() });
  max = Math.max(max, textTokens(recalledText(facts)));
});
figures["facts recalled for a message, tokens at the most"] = max;

console.log(`figures ${JSON.stringify(figures)}`);
await closeAll();

async function measure(name: string, call: (n: number) => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let n = -WARM_UP; n < ROUNDS; n++) {
    const began = performance.now();
    await call(n + WARM_UP);
    if (n >= 0) times.push(performance.now() - began);
  }
  figures[`${name}, p50 ms`] = quantile(times, 0.5);
  figures[`${name}, p95 ms`] = quantile(times, 0.95);
}

async function fill(agentId: string): Promise<void> {
  const vocabulary = JSON.stringify({ WHO, DOES, CITIES });
  await sql()`
    insert into memories (agent_id, layer, content, words, content_hash, version)
    select ${agentId}, 'long', text, lower(text), md5(text), 1 from generate_series(0, ${FACTS - 1}::int) n
    cross join lateral (select ${vocabulary}::text::json as j) given
    cross join lateral (select concat_ws(' ', j->'WHO'->>(n % ${WHO.length}), j->'DOES'->>(n / 7 % ${DOES.length}), j->'CITIES'->>(n / 3 % ${CITIES.length}), 'no' || n) as text) made`;
  await sql()`vacuum analyze memories`;
}
