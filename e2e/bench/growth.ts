import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { seed } from "../../lib/store/testing/seed.ts";
import { call } from "../call.ts";
import type { Control } from "../provider/client.ts";
import { directive } from "../provider/directive.ts";
import { median, post } from "./client.ts";
import { cpuMs } from "./processes.ts";
import type { Row } from "./report.ts";
import { seedLong } from "./seed.ts";

const ROUNDS = 40;
const MESSAGES = 1_000;
const TOOLS = 2_000;
const MAX_RATIO = 1.3;

/** Measures how the first token depends on the length of the conversation and the number of agent-made tools. */
export async function growthRows(
  { url, pid }: { url: string; pid: number },
  sql: Sql,
  provider: Control,
): Promise<Row[]> {
  const chat = `${url}/api/chat`;
  const long = await seedLong(sql, MESSAGES);
  const { id: maker } = (await call(url, "POST", "/api/agents", { name: "Maker", mark: "teal" })).body;
  const size = { conversations: 1, messages: 2, revisions: TOOLS, components: 0, tools: TOOLS, calls: 0 };
  await seed(sql, maker, size);
  const ask = async (address: string, conversation: string) => {
    const marker = randomUUID();
    const text = directive({ text: marker });
    const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text }] };
    const before = cpuMs(pid);
    const { firstMs } = await post(address, { id: conversation, message });
    const cpu = cpuMs(pid) - before;
    const [request] = await provider.requests({ containing: marker, atLeast: 1 });
    return { firstMs, cpu, kb: JSON.stringify(request?.body).length / 1_024 };
  };
  const places: Record<string, () => ReturnType<typeof ask>> = {
    fresh: () => ask(chat, randomUUID()),
    long: () => ask(chat, long),
    maker: () => ask(`${chat}?agent=${maker}`, randomUUID()),
  };
  const found: Record<string, Awaited<ReturnType<typeof ask>>[]> = {};
  for (let round = -2; round < ROUNDS; round++)
    for (const [name, measure] of Object.entries(places)) {
      const figures = await measure();
      if (round >= 0) found[name] = [...(found[name] ?? []), figures];
    }
  const of = (name: string, figure: "firstMs" | "kb") =>
    median((found[name] ?? []).map((one) => one[figure]));
  const cpu = (name: string) => (found[name] ?? []).reduce((sum, one) => sum + one.cpu, 0) / ROUNDS;
  const longer = `in a conversation of ${MESSAGES.toLocaleString("en")} messages`;
  const tools = `with ${TOOLS.toLocaleString("en")} agent-made tools`;
  const times = (name: string, ratio: number): Row => ({ name, easel: ratio, aim: MAX_RATIO });
  return [
    { name: "first token in a new conversation, ms", easel: of("fresh", "firstMs") },
    { name: `first token ${longer}, ms`, easel: of("long", "firstMs") },
    times(`first token ${longer}, times a new one`, of("long", "firstMs") / of("fresh", "firstMs")),
    { name: "request to the model, KB", easel: of("fresh", "kb") },
    { name: `request to the model ${tools}, KB`, easel: of("maker", "kb") },
    times(`first token ${tools}, times none`, of("maker", "firstMs") / of("fresh", "firstMs")),
    times(`CPU time of a message ${tools}, times none`, cpu("maker") / cpu("fresh")),
  ];
}
