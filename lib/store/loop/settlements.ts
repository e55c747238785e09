import type { ISql } from "postgres";
import { bodyOf } from "@/lib/shared/chat/body";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { joined } from "@/lib/shared/origins";
import { parsePermission, writePermission } from "@/lib/shared/tools/permission";
import { merged, toolKey } from "@/lib/store/agents/change-settings";
import type { ToolSetting } from "@/lib/store/agents/settings";
import { commitAhead } from "@/lib/store/commit";
import { asJson, sql } from "@/lib/store/db";
import { notUnique } from "@/lib/store/not-unique";
import { newestLast, written } from "@/lib/store/origins";
import { processId } from "@/lib/store/process-id";
import type { CurrentRun } from "./asks";
import { leaseEnd } from "./leases";
import { type ContextRow, context, type RunContext, type RunStatus } from "./run-context";
import { beginOn, type Start } from "./runs";

export type Settlement = {
  run: Pick<CurrentRun, "id" | "attempt" | "conversationId" | "messageId">;
  /**
   * Status that the run must still have. Default `waiting`; `running` if the run itself closes an ask that it
   * has just opened.
   */
  from?: RunStatus;
  asks: {
    toolCallId: string;
    status: "answered" | "closed";
    output: unknown;
    answeredBy: string | null;
    /** The call's recorded result, if it differs from the answer. */
    result?: unknown;
  }[];
  parts: unknown;
  metadata: MessageMetadata;
  /** Origins of text in the answers that others wrote. */
  origins?: readonly string[];
  /** New status of the run: `waiting` while other asks are open. */
  next: RunStatus;
  /**
   * A tool that the user allows from now on, in this conversation or in all conversations. With `version`, only
   * that version of the tool.
   */
  allow?: { tool: string; version?: number } & (
    | { scope: "conversation"; isAfterWeb: boolean }
    | { scope: "always"; setting: ToolSetting }
  );
};

/**
 * Stores answers and the results of their calls, if the run has not changed since it was read: of two
 * concurrent answers, one is stored. Otherwise returns null. If `next` is `running`, this server owns the run
 * and gets its whole context. That commit is ahead of the disk, so await `isOnDisk` before acknowledging the
 * answer.
 */
export async function settle(settlement: Settlement): Promise<RunContext | null> {
  const goesOn = settlement.next === "running" && settlement.from === undefined;
  const write = (on: ISql) => settleOn(on, settlement);
  const [run] = await (goesOn ? commitAhead(write) : write(sql())).catch(notUnique);
  return run ?? null;
}

/**
 * Stores answers that end the run, and starts the next run on a message in the same transaction. Returns null
 * if the run or the conversation has changed since it was read.
 */
export async function settleAndBegin(settlement: Settlement, first: Start): Promise<RunContext | null> {
  try {
    return await sql().begin(async (tx) => {
      const [settled] = await settleOn(tx, settlement);
      if (!settled) return null;
      const [started] = await beginOn(tx, first, { isNext: false });
      if (started?.outcome !== "begun") throw new NotStarted();
      return started.run;
    });
  } catch (error) {
    if (error instanceof NotStarted) return null;
    notUnique(error);
    return null;
  }
}

class NotStarted extends Error {}

/** Handwritten SQL, because it writes in a CTE. */
async function settleOn(
  on: ISql,
  { run, from = "waiting", asks, parts, metadata, origins = [], next, allow }: Settlement,
): Promise<RunContext[]> {
  const over = next !== "running" && next !== "waiting";
  const lease = next === "running";
  const here = allow?.scope === "conversation" ? writePermission({ ...allow, name: allow.tool }) : null;
  const setting = allow?.scope === "always" ? allow.setting : {};
  const everywhere = allow?.scope === "always" ? toolKey(allow.tool) : null;
  const [row] = await on<ContextRow[]>`
    with settled as (
      select * from json_to_recordset(${asJson(asks.map(jsonAsText))}::json)
        as s("toolCallId" text, status text, output text, result text, "answeredBy" text)
    ), r as (
      update runs set status = ${next}, attempt = attempt + 1, stop_requested = null,
        lease_owner = case when ${lease} then ${processId()}::uuid end, lease_until = case when ${lease} then ${leaseEnd()} end,
        ended_at = case when ${over} then now() end
      where id = ${run.id} and attempt = ${run.attempt} and status = ${from} returning *
    ), answered as (
      update asks set status = s.status, output = s.output::json, answered_by = s."answeredBy", answered_at = now()
      from r, settled s
      where asks.run_id = r.id and asks.message_id = r.message_id and asks.tool_call_id = s."toolCallId"
    ), called as (
      insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status, output, error, created_at)
      select a.conversation_id, a.message_id, a.tool_call_id, a.agent_id, a.run_id, a.tool_name, a.input,
        case a.kind when 'answer' then 'ok' else 'denied' end, case a.kind when 'answer' then coalesce(s.result, s.output)::json end,
        case a.kind when 'approval' then 'The run ended before you decided on this call.' end, a.created_at
      from r, settled s, asks a
      where a.run_id = r.id and a.message_id = r.message_id and a.tool_call_id = s."toolCallId"
        and (a.kind = 'answer' or s.status = 'closed')
      on conflict (conversation_id, message_id, tool_call_id) do update
      set status = excluded.status, output = excluded.output, error = excluded.error
    ), message as (
      update messages set parts = ${asJson(parts)}::json, body = ${bodyOf(parts)}, metadata = ${asJson(metadata)}::json from r
      where messages.conversation_id = r.conversation_id and messages.id = r.message_id
    ), touched as (
      update conversations set updated_at = now(), read_web = ${newestLast(sql()`read_web || ${written(origins)}`)}, approved_tools = case when ${here}::text is null then approved_tools
        else array_append(array(select one from unnest(approved_tools) one where split_part(one, '@', 1) <> ${allow?.tool ?? null}), ${here}::text) end
      from r where conversations.id = r.conversation_id
    ), remembered as (
      insert into settings (agent_id, key, value) select agent_id, ${everywhere}, ${asJson(setting)}::json from r
      where ${everywhere}::text is not null
      on conflict (agent_id, key) do update set value = ${merged()}, updated_at = now()
    )
    select ${context()} from r join conversations c on c.id = r.conversation_id`;
  if (!row) return [];
  // Use the new parts, because the statement does not see its own changes.
  const history = (row.history ?? []).map((m) => (m.id === run.messageId ? { ...m, parts } : m));
  const others = row.approvedTools.filter((one) => parsePermission(one).name !== allow?.tool);
  const approvedTools = here === null ? row.approvedTools : [...others, here];
  const settings = everywhere === null ? row.settings : allowed(row.settings ?? {}, everywhere, setting);
  const readWeb = joined(row.readWeb, origins);
  return [{ ...row, metadata, approvedTools, settings, history, readWeb }];
}

const allowed = (settings: Record<string, unknown>, key: string, setting: ToolSetting) => ({
  ...settings,
  [key]: { ...(settings[key] ?? {}), ...setting },
});

/**
 * Nests JSON as text: a recordset unescapes nested JSON, and Postgres rejects some of the unescaped
 * characters.
 */
const jsonAsText = ({ result, ...ask }: Settlement["asks"][number]) => ({
  ...ask,
  output: asJson(ask.output),
  ...(result !== undefined && { result: asJson(result) }),
});
