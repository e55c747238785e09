import { and, desc, eq, isNull, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { asks, conversations, messages, runs } from "@/drizzle/schema";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import { type Database, db, prepareOnce } from "@/lib/store/db";
import type { AskRow, Run } from "@/lib/store/rows";

export type Ask = Pick<
  AskRow,
  "messageId" | "toolCallId" | "toolName" | "kind" | "input" | "inputHash" | "status" | "output"
> & {
  /** Why approval is required, unless the tool's own policy requires it. */
  because: ApprovalReason | null;
  awaits: boolean;
};

export type CurrentRun = Pick<
  Run,
  "id" | "agentId" | "conversationId" | "messageId" | "status" | "attempt"
> & {
  parts: unknown;
  metadata: MessageMetadata | null;
  asks: Ask[];
};

const { messageId, toolCallId, toolName, kind, input, inputHash, awaits, status, output } = asks;
export const askColumns = {
  ...{ messageId, toolCallId, toolName, kind, input, inputHash, awaits, status, output },
  because: raw<ApprovalReason | null>`${asks.because}`,
};

function currentRunColumns(on: Database) {
  const one = alias(asks, "ask_of_run");
  const list = on
    .select({
      list: raw`json_agg(json_build_object('messageId', ${one.messageId}, 'toolCallId', ${one.toolCallId},
        'toolName', ${one.toolName}, 'kind', ${one.kind}, 'input', ${one.input}, 'inputHash', ${one.inputHash},
        'because', ${one.because}, 'awaits', ${one.awaits}, 'status', ${one.status}, 'output', ${one.output})
        order by ${one.createdAt}, ${one.toolCallId})`,
    })
    .from(one)
    .where(and(eq(one.runId, runs.id), eq(one.messageId, runs.messageId)));
  const { id, agentId, conversationId, messageId, status, attempt } = runs;
  return {
    ...{ id, agentId, conversationId, messageId, status, attempt, parts: messages.parts },
    metadata: raw<MessageMetadata | null>`${messages.metadata}`,
    asks: raw<Ask[]>`coalesce(${list}, '[]')`,
  };
}

const currentRunQuery = prepareOnce((on) =>
  on
    .select(currentRunColumns(on))
    .from(runs)
    .innerJoin(
      messages,
      and(eq(messages.conversationId, runs.conversationId), eq(messages.id, runs.messageId)),
    )
    // A literal instead of parameters, so that the planner uses the partial index of live runs.
    .where(
      raw`${runs.conversationId} = ${raw.placeholder("conversationId")} and ${runs.status} in ('running', 'waiting')`,
    )
    .prepare("standing"),
);

export async function readCurrentRun(conversationId: string): Promise<CurrentRun | null> {
  const [row] = await currentRunQuery().execute({ conversationId });
  return row ?? null;
}

const askQuery = prepareOnce((on) =>
  on
    .select({ ...currentRunColumns(on), askedIn: asks.messageId })
    .from(asks)
    .innerJoin(runs, eq(runs.id, asks.runId))
    .innerJoin(
      messages,
      and(eq(messages.conversationId, runs.conversationId), eq(messages.id, asks.messageId)),
    )
    .innerJoin(conversations, and(eq(conversations.id, asks.conversationId), isNull(conversations.deletedAt)))
    .where(
      and(
        eq(asks.conversationId, raw.placeholder("conversationId")),
        eq(asks.agentId, raw.placeholder("agentId")),
        eq(asks.toolCallId, raw.placeholder("toolCallId")),
        raw`(${raw.placeholder("messageId")}::text is null or ${asks.messageId} = ${raw.placeholder("messageId")})`,
      ),
    )
    .orderBy(raw`${asks.status} = 'open' desc`, desc(asks.createdAt))
    .limit(1)
    .prepare("asked"),
);

/**
 * Finds an ask by its call id. Providers may repeat call ids, so without `messageId` an open ask is
 * preferred, then the newest.
 */
export async function findAsk(
  agentId: string,
  conversationId: string,
  toolCallId: string,
  messageId: string | null,
): Promise<{ ask: Ask; run: CurrentRun } | null> {
  const [row] = await askQuery().execute({ agentId, conversationId, toolCallId, messageId });
  if (!row) return null;
  const { askedIn, ...run } = row;
  const ask = run.asks.find((a) => a.toolCallId === toolCallId && a.messageId === askedIn);
  return ask ? { ask, run } : settledAsk(run, askedIn, toolCallId);
}

/** Reads an ask in an earlier message of a run that has moved on to another message. */
async function settledAsk(run: CurrentRun, messageId: string, toolCallId: string) {
  const [ask] = await db()
    .select(askColumns)
    .from(asks)
    .where(
      and(
        ...[eq(asks.conversationId, run.conversationId), eq(asks.messageId, messageId)],
        eq(asks.toolCallId, toolCallId),
      ),
    );
  return ask ? { ask, run } : null;
}
