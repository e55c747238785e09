import { randomUUID } from "node:crypto";
import { updateSkill } from "@/lib/code/skills/save";
import { runQuery } from "@/lib/data/documents/query";
import { createJob } from "@/lib/data/schedule/jobs";
import { execute } from "@/lib/data/sqlite/index";
import * as blobs from "@/lib/ground/blobs/blobs";
import { fileOrigin } from "@/lib/shared/origins";
import { visit } from "@/lib/store/activity/away";
import { changeAgent } from "@/lib/store/agents/agents";
import { createBoard } from "@/lib/store/agents/boards";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { addExample } from "@/lib/store/agents/examples";
import { writeText } from "@/lib/store/agents/identity";
import { addMcpServers } from "@/lib/store/agents/mcp-servers";
import { createProject } from "@/lib/store/agents/projects";
import * as files from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { changeFact, storeFact } from "@/lib/store/memory/memories";
import { pinBlock } from "@/lib/store/memory/memory-blocks";
import { cutBytes } from "../cut-bytes";
import { exportAgent } from "../export";
import { importAgent, previewImport } from "../import";
import { fullAgent, user } from "./agents";

export const SECRET = "sk-1234567890abcdef";
const IMAGE = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000", "hex");

export async function wholeAgent(): Promise<string> {
  const id = await fullAgent();
  const { hash, size } = await blobs.put(new Uint8Array([0, 255, 1]), 10);
  await updateSkill(id, "water", { files: [{ path: "assets/can.bin", hash, size }] }, user);
  await writeText(id, "db_schema", () => "ai_visits: who came", user);
  const { id: home } = await storeFact(id, { layer: "long", content: "Lives in Ulm" }, user);
  await changeFact(id, home, { pinned: true }, user);
  await storeFact(id, { layer: "short", content: "Is in Rome" }, user);
  await sql()`update memories set expires_at = now() + interval '3 days' where agent_id = ${id} and layer = 'short'`;
  await pinBlock(id, { label: "persona", isArchival: false }, true);
  await createJob(id, { name: "Morning", instruction: "Plan", cronExpression: "0 7 * * *" }, user);
  await createBoard(id, { name: "Kitchen", tiles: [] }, user);
  await createProject(id, { name: "Bakery", instructions: "Use grams." }, user);
  const example = {
    input: { n: 2 },
    expected: { as: "equal" as const, value: 4 },
    origins: ["https://a.example"],
  };
  await addExample({ agentId: id, kind: "tool", name: "double" }, { ...example, source: null });
  await changeAgent(id, { description: "Plans journeys", mark: "teal 🧭" });
  await changeSetting(id, "toolset:web", { mode: "on", instructions: "Be brief" }, "agent");
  await changeSetting(id, "provider:openai", { apiKey: SECRET }, "agent");
  await visit(id);
  const server = {
    transport: "http",
    command: null,
    args: [],
    env: null,
    oauth: null,
    enabled: true,
    addedByHand: true,
  } as const;
  await addMcpServers(id, [
    {
      ...server,
      id: "maps",
      title: "Maps",
      args: [],
      url: `https://maps.example/mcp?key=${SECRET}`,
      headers: SECRET,
    },
  ]);
  for (const statement of [
    "CREATE TABLE trip (id INTEGER PRIMARY KEY, place TEXT)",
    "INSERT INTO trip (place) VALUES ('Ulm'), ('Rome'), ('Gone')",
    "DELETE FROM trip WHERE place = 'Gone'",
    "CREATE VIRTUAL TABLE notes USING fts5(body)",
    "INSERT INTO notes VALUES ('a walk by the Danube')",
  ])
    await execute({ agentId: id, sql: statement });
  const by = { agentId: id, by: user };
  const many = Array.from({ length: 1_500 }, (_, n) => ({ _id: n, text: "\u2028 x".repeat(250) }));
  await runQuery({ operation: "insertMany", collection: "ai_many", data: many }, by);
  await runQuery(
    { operation: "createIndex", collection: "ai_visits", keys: { who: 1 }, options: { unique: true } },
    by,
  );
  const visits = [
    { who: "Ada", at: { $date: "2026-01-01T00:00:00Z" } },
    { who: "Bo", n: { $numberLong: "9007199254740993" } },
  ];
  await runQuery({ operation: "insertMany", collection: "ai_visits", data: visits }, by);
  await runQuery(
    { operation: "insertOne", collection: "contacts", data: { name: "Ada", phone: "+49 1" } },
    by,
  );
  for (const [name, bytes, origin] of [
    ["plan.md", Buffer.from("# Plan"), "upload"],
    ["map.png", IMAGE, "generated"],
  ] as const) {
    const stored = await blobs.put(bytes, 1_000);
    const mediaType = name === "plan.md" ? "text/markdown" : "image/png";
    await files.add(id, { ...stored, name, mediaType, origin, origins: [fileOrigin("文".repeat(200))] });
  }
  await converse(id);
  return id;
}

export const TALK = { first: randomUUID(), second: randomUUID(), run: randomUUID(), helper: randomUUID() };

/**
 * Inserts two conversations, the second of which continues the first, and a subagent. They contain an
 * inactive answer, running calls and waiting calls.
 */
async function converse(id: string): Promise<void> {
  const { first, second, run } = TALK;
  const textParts = (text: string) => [{ type: "text", text }];
  const call = (toolCallId: string, more: object) => ({
    ...{ type: "tool-ask_user", toolCallId, state: "input-available" },
    ...{ input: { question: "Where to?" }, ...more },
  });
  const waiting = [
    { type: "step-start" },
    { type: "text", text: "Let me", state: "streaming" },
    call("q", {}),
    { ...call("w", { approval: { id: "a" } }), type: "tool-write", state: "approval-responded" },
  ];
  await sql()`
    insert into conversations (id, agent_id, title, identity, approved_tools, read_web, read_through, pinned_at, ended_at, summary)
    values (${first}, ${id}, 'Ulm', 'Be terse', '{run_code}', '{https://a.example}', '{"https://a.example block persona"}', now(), now(), 'Of Ulm'),
      (${second}, ${id}, 'Rome', 'Be terse', '{}', '{}', '{}', null, null, null)`;
  await sql()`update conversations set continued_by = ${second} where id = ${first}`;
  const messages = [
    [first, "u", "user", null, true, textParts("Tell me of Ulm \u{1f600}")],
    [first, "a", "assistant", "u", false, textParts("Ulm.")],
    [
      first,
      "b",
      "assistant",
      "u",
      true,
      [
        ...textParts("Ulm lies by the Danube."),
        { type: "tool-x", toolCallId: "t", state: "output-available", input: {}, output: "\0" },
      ],
    ],
    [
      second,
      "u",
      "user",
      null,
      true,
      [
        ...textParts("And Rome?"),
        { type: "file", url: `/api/files/${randomUUID()}`, mediaType: "image/png" },
      ],
    ],
    [second, "a", "assistant", "u", true, waiting],
  ] as const;
  for (const [conversation, message, role, parent, active, parts] of messages)
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parent_id, active, parts, metadata)
      values (${conversation}, ${message}, ${id}, ${role}, ${parent}, ${active}, ${JSON.stringify(parts)}::json,
        ${role === "user" ? null : JSON.stringify({ model: "x/y" })}::json)`;
  await sql()`insert into runs (id, agent_id, conversation_id, message_id, status) values (${run}, ${id}, ${second}, 'a', 'waiting')`;
  await sql()`
    insert into asks (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, kind, input)
    values (${second}, 'a', 'q', ${id}, ${run}, 'ask_user', 'answer', '{}')`;
  await sql()`
    insert into sheets (conversation_id, message_id, tool_call_id, agent_id, entries, closed_at)
    values (${first}, 'b', 't', ${id}, '{"form:a": {"name": "Ada"}}', now())`;
  await help(id);
}

async function help(id: string): Promise<void> {
  const { first, helper: subagent } = TALK;
  const parent = JSON.stringify({
    helper: { kind: "task", agentId: id, name: "Ada", conversationId: first },
  });
  await sql()`
    insert into conversations (id, agent_id, title, identity, origin) values (${subagent}, ${id}, 'Count the towers', '', 'agent')`;
  await sql()`
    insert into messages (conversation_id, id, agent_id, role, parent_id, parts, metadata)
    values (${subagent}, 'task', ${id}, 'user', null, '[{"type": "text", "text": "Count the towers"}]', ${parent}::json),
      (${subagent}, 'h', ${id}, 'assistant', 'task', '[{"type": "step-start"}, {"type": "text", "text": "One, and high."}]',
        '{"usage": {"inputTokens": 900, "outputTokens": 100, "cost": 0.02}}')`;
  await sql()`
    insert into runs (id, agent_id, conversation_id, message_id, status, error, ended_at)
    values (${randomUUID()}, ${id}, ${subagent}, 'h', 'failed', '{"code": "over_budget", "message": "The day is over."}', now())`;
  await sql()`
    insert into helpers (conversation_id, agent_id, asker_agent_id, asker_conversation_id, asker_run_id, asker_message_id, tool_call_id, depth,
      payers, is_awaited, unattended)
    values (${subagent}, ${id}, ${id}, ${first}, ${randomUUID()}, 'b', 't', 1, '{}', false, false)`;
}

export async function textOf(id: string, extent: "all" | "live" = "all"): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportAgent(id, extent, new Date(0), { conversations: true })) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

export async function* bytesOf(text: string, size = 65_536) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function importFile(
  file: string | object,
  act: typeof importAgent | typeof previewImport,
  id: string,
) {
  const { text, blobSizes } = await cutBytes(bytesOf(typeof file === "string" ? file : JSON.stringify(file)));
  const value: unknown = JSON.parse(Buffer.from(text).toString());
  return act === importAgent
    ? importAgent(id, value, undefined, blobSizes)
    : previewImport(id, value, blobSizes);
}

export type File = Record<string, unknown> & {
  collections: Record<string, unknown>[];
  files: Record<string, unknown>[];
  history: Record<string, unknown>[];
  facts: Record<string, unknown>[];
  conversations: (Record<string, unknown> & { messages: Record<string, unknown>[] })[];
  retention: { blocks: string[]; facts: object[] };
};

export const setting = (key: string, value: unknown) => ({ settings: [{ key, value }] });
