import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";

const QUESTION = { question: "Which one?" };

export async function seedWaiting(sql: Sql, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    conversation: randomUUID(),
    run: randomUUID(),
    message: randomUUID(),
  }));
  const parts = JSON.stringify([
    { type: "step-start" },
    { type: "tool-ask_user", toolCallId: "call_1", state: "input-available", input: QUESTION },
  ]);
  const userParts = JSON.stringify([{ type: "text", text: "Ask me something, then go on." }]);
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(conversation uuid, run uuid, message text)
    ), agent as (select id from agents order by created_at limit 1),
    c as (insert into conversations (id, agent_id, title, identity) select conversation, agent.id, 'Waiting', '' from given, agent returning id),
    u as (insert into messages (conversation_id, id, agent_id, role, parts)
      select conversation, 'u', agent.id, 'user', ${userParts}::json from given, agent returning id)
    insert into messages (conversation_id, id, agent_id, role, parts, parent_id)
    select conversation, message, agent.id, 'assistant', ${parts}::json, 'u' from given, agent, (select count(*) from u) as n`;
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(conversation uuid, run uuid, message text)
    ), agent as (select id from agents order by created_at limit 1),
    r as (insert into runs (id, agent_id, conversation_id, message_id, status, steps)
      select run, agent.id, conversation, message, 'waiting', 1 from given, agent returning id)
    insert into asks (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, kind, input)
    select conversation, message, 'call_1', agent.id, run, 'ask_user', 'answer', ${JSON.stringify(QUESTION)}::json from given, agent, (select count(*) from r) as n`;
  await sql`analyze`;
  return rows.map(({ conversation }) => conversation);
}

const PROSE = "Bread rises because yeast turns sugar into gas, and the dough holds it. ".repeat(9);

/** Creates a conversation of `count` messages of about 700 characters, questions and answers in turn. */
export async function seedLong(sql: Sql, count: number): Promise<string> {
  const id = randomUUID();
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `m${i}`,
    parent: i > 0 ? `m${i - 1}` : null,
    role: i % 2 === 0 ? "user" : "assistant",
    parts:
      i % 2 === 0
        ? [{ type: "text", text: PROSE }]
        : [{ type: "step-start" }, { type: "text", text: PROSE, state: "done" }],
  }));
  await sql`
    with agent as (select id from agents order by created_at limit 1),
    c as (insert into conversations (id, agent_id, title, identity) select ${id}, agent.id, 'Long', '' from agent)
    insert into messages (conversation_id, id, agent_id, role, parts, parent_id)
    select ${id}, g.id, agent.id, g.role, g.parts, g.parent
    from agent, json_to_recordset(${JSON.stringify(rows)}::json) as g(id text, role text, parts json, parent text)`;
  return id;
}
