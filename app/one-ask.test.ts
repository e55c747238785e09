import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { POST as agUi } from "@/app/ag-ui/route";
import { POST as chat } from "@/app/api/chat/route";
import { POST as mcp } from "@/app/mcp/route";
import { POST as responses } from "@/app/v1/responses/route";
import { press } from "@/lib/doors/channels/choose";
import type { ChannelDefinition } from "@/lib/doors/channels/define";
import { plainRich } from "@/lib/doors/channels/render/rich";
import { telegram } from "@/lib/doors/channels/telegram/telegram";
import { whatsapp } from "@/lib/doors/channels/whatsapp/whatsapp";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { isWhole } from "@/lib/ground/base/testing/sample";
import type { Handler } from "@/lib/platform/http/route";
import { resolveAgent } from "@/lib/store/agents/agents";
import { type Chat, openChat } from "@/lib/store/channels/channel-chats";
import { tell } from "@/lib/store/channels/channel-outbox";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { catalog } from "@/lib/tools/toolsets/catalog";

/* Six doors answer an ask at the same time. The first valid answer wins, and the other doors report it. */

const RACES = isWhole ? 1_000 : 20;
const DOORS = ["web", "telegram", "whatsapp", "mcp", "responses", "ag-ui"] as const;
type Door = (typeof DOORS)[number];
const HEAD_START_MS = 10;

let database: Awaited<ReturnType<typeof testDatabase>>;
let [agentId, token] = ["", ""];

beforeAll(async () => {
  vi.stubEnv("EASEL_MODEL", "demo");
  database = await testDatabase();
  agentId = await resolveAgent();
  for (const id of ["telegram", "whatsapp"])
    await sql()`insert into channels (agent_id, id, credentials, account_id, account_name) values (${agentId}, ${id}, '', ${id}, '')`;
  ({ token } = await createMcpToken(agentId, { name: "Robot", tools: "*" }, catalog));
});
afterAll(async () => {
  await database.drop();
  vi.unstubAllEnvs();
});

/** Sends a request of the program to a door. Returns the status and the whole body. */
async function send(door: Handler, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await door(
    new Request(`http://localhost:3000${path}`, {
      method: "POST",
      headers: {
        ...{ host: "localhost:3000", "content-type": "application/json" },
        // The web has no token.
        ...(door !== chat && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, text: await response.text() };
}

const input = (threadId: string, more: object) => ({
  ...{ threadId, runId: crypto.randomUUID(), messages: [], tools: [], context: [], state: {} },
  ...{ forwardedProps: {}, ...more },
});

type Race = {
  thread: string;
  /** The id of the call at the doors of programs. */
  callId: string;
  place: { conversationId: string; messageId: string; toolCallId: string };
};

/** Begins a conversation in which the agent asks, with a response that is also the last one of a thread of AG-UI. */
async function ask(nth: number): Promise<Race> {
  const thread = `thread ${nth}`;
  const question = `/ask_user ${JSON.stringify({ question: `Who is first in race ${nth}?`, options: DOORS })}`;
  const { text } = await send(responses, "/v1/responses", { model: "easel", input: question });
  const callId = /call_[0-9a-f]{32}_\d+/.exec(text)?.[0] ?? "";
  const hash = createHash("sha256").update(JSON.stringify({ thread })).digest("hex");
  await sql()`update responses set input_hash = ${hash} where id = (select id from responses order by created_at desc limit 1)`;
  const [place] = await sql()<Race["place"][]>`
    select conversation_id as "conversationId", message_id as "messageId", tool_call_id as "toolCallId"
    from asks order by created_at desc limit 1`;
  if (!place) throw new Error(text);
  return { thread, callId, place };
}

/** The response of a door: it accepts the answer, or explains in `text` why not. */
type Told = { isAccepted: boolean; text: string };

const says: Record<Door, (race: Race) => Promise<Told>> = {
  async web({ place: { conversationId: id, messageId, toolCallId } }) {
    const answer = { toolCallId, messageId, output: { answer: "web" } };
    const { status, text } = await send(chat, "/api/chat", { id, answer });
    return { isAccepted: status === 200, text };
  },
  telegram: (race) => pressed("telegram", telegram, race),
  whatsapp: (race) => pressed("whatsapp", whatsapp, race),
  async mcp({ place: { conversationId, messageId } }) {
    const params = {
      ...{ name: "ask_user", arguments: { question: "?" } },
      requestState: `${conversationId}.${messageId}`,
      inputResponses: { form: { action: "accept", content: { answer: "mcp" } } },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "Robot", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
      },
    };
    const { text } = await send(
      mcp,
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      {
        ...{ accept: "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28" },
        ...{ "mcp-method": "tools/call", "mcp-name": "ask_user" },
      },
    );
    return { isAccepted: text.includes('"answer":"mcp"'), text };
  },
  async responses({ callId }) {
    const body = {
      ...{ model: "easel", previous_response_id: callId.replace(/^call_(\w{32})_\d+$/, "resp_$1") },
      input: [
        { type: "function_call_output", call_id: callId, output: JSON.stringify({ answer: "responses" }) },
      ],
    };
    const { status, text } = await send(responses, "/v1/responses", body);
    return { isAccepted: status === 200, text };
  },
  async "ag-ui"({ thread, callId }) {
    const resume = [{ interruptId: callId, status: "resolved", payload: { answer: "ag-ui" } }];
    const { text } = await send(agUi, "/ag-ui", input(thread, { resume }));
    return { isAccepted: !text.includes("already_answered"), text };
  },
};

/** Presses the button of an ask in a messenger. */
async function pressed(
  id: "telegram" | "whatsapp",
  channel: ChannelDefinition,
  { place }: Race,
): Promise<Told> {
  const key = { agentId, id, chatId: `chat of ${id}` };
  const shown: Chat = await openChat(key, { kind: "private", title: "Ada" });
  const action = { do: "answer", ...place, output: { answer: id } };
  const name = `ask ${place.conversationId}`;
  const content = { text: plainRich("Who is first?"), buttons: [{ label: id, action }] };
  await tell(key, [{ key: name, content }], { canEdit: false });
  const [message] = await sql()`select id from channel_outbox where channel = ${id} and key = ${name}`;
  const told: string[] = [];
  const acknowledge = async (_: unknown, __: string, text = "") => void told.push(text);
  const work = {
    channel: { ...channel, ...(channel.acknowledge && { acknowledge }) },
    session: {} as never,
    updateId: place.conversationId,
  };
  await press(work, key, shown, { type: "press", pressId: "p", data: `${message?.id}:0` } as never);
  const replies = await sql()`
    select content::text as text from channel_outbox where channel = ${id} and key like ${`%${work.updateId}%`}
    and key <> ${name}`;
  const text = [...told, ...replies.map((reply) => reply.text as string)].join("");
  return { isAccepted: text === "", text };
}

test(`of six answers at the same time, one wins in each of ${RACES} races, and the other doors say so`, async () => {
  const wins = new Map<string, number>();
  for (let nth = 0; nth < RACES; nth++) {
    const race = await ask(nth);
    const order = DOORS.map((_, at) => DOORS[(at + nth) % DOORS.length] ?? "web");
    // Some doors take longer, so in most races one of them starts a little earlier.
    const told = await Promise.all(
      order.map(async (door, at) => {
        if (at > 0) await setTimeout((nth % 4) * HEAD_START_MS);
        return [door, await says[door](race)] as const;
      }),
    );
    const [row] = await sql()`
      select output->>'answer' as answer, status from asks where conversation_id = ${race.place.conversationId}`;
    expect(row?.status).toBe("answered");
    const accepted = told.filter(([, { isAccepted }]) => isAccepted).map(([door]) => door);
    expect(
      accepted,
      told.map(([door, { isAccepted, text }]) => `${door} ${isAccepted} ${text.slice(-300)}`).join("\n"),
    ).toEqual([row?.answer]);
    for (const [door, { text }] of told)
      if (door !== row?.answer) expect(text, door).toMatch(/already|was answered|"answer":"/i);
    wins.set(row?.answer, (wins.get(row?.answer) ?? 0) + 1);
  }
  expect([...wins.values()].reduce((sum, count) => sum + count)).toBe(RACES);
  if (isWhole) expect([...wins.keys()].sort()).toEqual([...DOORS].sort());
}, 1_800_000);
