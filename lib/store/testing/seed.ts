import type { ISql, Sql } from "postgres";

export type Size = {
  conversations: number;
  messages: number;
  revisions: number;
  components: number;
  tools: number;
  /** Number of tool calls, of network requests and of files. */
  calls: number;
  /** Number of the newest conversations with an open ask. If it is set, the others have an answered one. */
  waiting?: number;
  entries?: number;
  /** 1% of the facts are pinned, and a third never expires. */
  facts?: number;
  executions?: number;
};

export async function seed(sql: Sql, agentId: string, size: Size): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`set local maintenance_work_mem = '512MB'`;
    await withoutIndexes(tx, async () => {
      await conversations(tx, agentId, size);
      await history(tx, agentId, size);
      await calls(tx, agentId, size);
      await archive(tx, agentId, size);
      await facts(tx, agentId, size);
      await executions(tx, agentId, size);
    });
  });
  await sql`vacuum analyze`;
}

/** Drops non-unique indexes while `fill` runs, because filling is then faster, and creates them again. */
async function withoutIndexes(tx: ISql, fill: () => Promise<void>): Promise<void> {
  const indexes = await tx<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class c on c.oid = indrelid
    where c.relnamespace = 'public'::regnamespace and not indisunique and not indisprimary`;
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await tx.unsafe(definition);
}

/** SQL for a text. Some of its words occur in all conversations, some in many, some in only one. */
const text = (tx: ISql) => tx`
  'bread rises word' || c.n % 97 || ' topic' || c.n % 1009 || ' own' || c.n || ' said' || m.n`;

async function conversations(
  tx: ISql,
  agentId: string,
  { conversations, messages, waiting = 0 }: Size,
): Promise<void> {
  await tx`
    insert into conversations (id, agent_id, title, identity, updated_at, created_at, pinned_at, pinned_surface, deleted_at)
    select md5('c' || n)::uuid, ${agentId}, 'Trip to Porto ' || n % 97 || ' über item' || n, 'You are Easel.',
      now() - n * interval '1 second', now() - n * interval '1 second',
      case when n % 20000 = 7 then now() end, case when n % 20000 = 8 then 'm1/call' end, case when n % 1000 = 9 then now() end
    from generate_series(1, ${conversations}::int) n`;
  await tx`
    insert into messages (conversation_id, id, agent_id, role, parent_id, parts, body)
    select md5('c' || c.n)::uuid, 'm' || m.n, ${agentId}, case when m.n % 2 = 1 then 'user' else 'assistant' end,
      case when m.n > 1 then 'm' || m.n - 1 end, json_build_array(json_build_object('type', 'text', 'text', ${text(tx)})), ${text(tx)}
    from generate_series(1, ${conversations}::int) c(n), generate_series(1, ${messages}::int) m(n)`;
  await tx`
    insert into runs (id, agent_id, conversation_id, message_id, status, started_at, ended_at)
    select md5('r' || n)::uuid, ${agentId}, md5('c' || n)::uuid, 'm2',
      case when n <= ${waiting} then 'waiting' else 'completed' end, now() - n * interval '1 second', now()
    from generate_series(1, ${conversations}::int) n`;
  if (waiting > 0)
    await tx`
      insert into asks (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, kind, input, status, created_at)
      select md5('c' || n)::uuid, 'm2', 'ask', ${agentId}, md5('r' || n)::uuid, 'ask_user', 'answer',
        json_build_object('question', 'Which of ' || n || '?'), case when n <= ${waiting} then 'open' else 'answered' end,
        now() - n * interval '1 second'
      from generate_series(1, ${conversations}::int) n`;
}

async function archive(tx: ISql, agentId: string, { entries = 0 }: Size): Promise<void> {
  await tx`
    insert into memory_blocks (agent_id, label, kind, text, words, char_limit, version, updated_at)
    select ${agentId}, 'entry' || n, 'archival', 'bread rises word' || n, 'bread rises word' || n, 200000, 1, now() - n * interval '1 second'
    from generate_series(1, ${entries}::int) n`;
}

async function facts(tx: ISql, agentId: string, { facts = 0 }: Size): Promise<void> {
  const text = tx`'keeps bread word' || n % 97 || ' topic' || n % 1009 || ' own' || n`;
  await tx`
    insert into memories (agent_id, layer, content, words, content_hash, source, version, created_at, pinned_at)
    select ${agentId}, (array['long', 'mid', 'short'])[n % 3 + 1], ${text}, ${text}, md5('f' || n),
      json_build_object('conversationId', md5('c' || n)::uuid, 'messageId', 'm2'), 1, now() - n * interval '1 second',
      case when n % 100 = 7 then now() end
    from generate_series(1, ${facts}::int) n`;
}

async function executions(tx: ISql, agentId: string, { conversations, executions = 0 }: Size): Promise<void> {
  await tx`
    insert into executions (agent_id, runner, tool, code, stdout, stderr, exit_code, duration_ms, success, conversation_id,
      message_id, tool_call_id, error_category, created_at)
    select ${agentId}, 'isolate', 'run_sandbox_code', repeat('const n = await state.get("n"); ', 40), 'read ' || n,
      case when n % 3 = 0 then 'The code threw TypeError: ' || n || ' is not iterable' else '' end, n % 3, n % 900, n % 3 <> 0,
      md5('c' || n % ${conversations} + 1)::uuid, 'm2', 'call' || n,
      case when n % 3 = 0 then (array['type', 'reference', 'timeout'])[n % 9 / 3 + 1] end,
      now() - n * (interval '6 days' / ${Math.max(executions, 1)}::int)
    from generate_series(1, ${executions}::int) n`;
}

async function history(tx: ISql, agentId: string, { revisions, components, tools }: Size): Promise<void> {
  const items = components + tools;
  const name = tx`case when n % ${items} < ${components} then 'Component' || n % ${items} else 'tool_' || n % ${items} end`;
  await tx`
    insert into revisions (agent_id, kind, name, version, content, author, created_at)
    select ${agentId}, case when n % ${items} < ${components} then 'component' else 'tool' end, ${name}, n / ${items} + 1,
      json_build_object('description', 'Version ' || n, 'code', repeat('export default () => null; ', 40), 'props_schema', null,
        'parameter_schema', json_build_object('type', 'object'), 'limits', null),
      'agent', now() - (${revisions} - n) * interval '1 second'
    from generate_series(0, ${revisions}::int - 1) n`;
  await tx`
    insert into components (agent_id, name, description, code, props_schema, version)
    select ${agentId}, 'Component' || n, 'Shows number ' || n, 'export default () => ' || n,
      json_build_object('type', 'object', 'properties', json_build_object('title', json_build_object('type', 'string'))),
      (${revisions}::int - 1 - n) / ${items} + 1
    from generate_series(0, ${components}::int - 1) n`;
  await tx`
    insert into agent_tools (agent_id, name, description, parameter_schema, code, version, enabled)
    select ${agentId}, 'tool_' || n, 'Adds number ' || n,
      json_build_object('type', 'object', 'properties', json_build_object('p' || n, json_build_object('type', 'number'))),
      'return ' || n, (${revisions}::int - 1 - n) / ${items} + 1, n - ${components}::int < 100
    from generate_series(${components}::int, ${items}::int - 1) n`;
}

async function calls(tx: ISql, agentId: string, { conversations, components, calls }: Size): Promise<void> {
  const conversation = tx`md5('c' || n % ${conversations} + 1)::uuid`;
  await tx`
    insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status, output, duration_ms, created_at)
    select ${conversation}, 'm2', 'call' || n, ${agentId}, md5('r' || n % ${conversations} + 1)::uuid,
      case when n % 3 = 0 then 'tool_' || ${components} + n % 10 else 'db_sql' end, '{}', case when n % 50 = 0 then 'error' else 'ok' end,
      '{"n":1}', n % 900, now() - n * interval '1 second'
    from generate_series(1, ${calls}::int) n`;
  await tx`
    insert into requests (agent_id, conversation_id, message_id, tool_call_id, tool, via, method, url, host, verdict)
    select ${agentId}, ${conversation}, 'm2', 'call' || n, 'fetch_url', 'fetch', 'GET', 'https://example.com/' || n, 'example.com',
      case when n % 100 = 0 then 'refused' else 'allowed' end
    from generate_series(1, ${calls}::int) n`;
  await tx`
    insert into files (agent_id, hash, name, media_type, size, origin, conversation_id, source_id, created_at)
    select ${agentId}, md5('f' || n), 'file ' || n, case when n % 200 = 0 then 'image/png' else 'text/csv' end, 100, 'upload',
      ${conversation}, case when n % 400 = 0 then md5('f0')::uuid end, now() - n * interval '1 second'
    from generate_series(1, ${calls}::int) n`;
}
