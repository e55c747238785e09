import type { TransactionSql } from "postgres";
import { env } from "@/lib/ground/base/env";
import { isQuestion } from "@/lib/shared/chat/built-in-tools";
import { type PushNotice, type ToldKind, titleOf } from "@/lib/shared/telling";
import { publish } from "@/lib/store/bus";
import { listSubscriptions } from "@/lib/store/channels/push";
import { sql } from "@/lib/store/db";
import { claimUntold, type Untold } from "@/lib/store/loop/open-asks";
import type { Delivery } from "./send";

/** So long a tab that is looked at has to show what waits, and to say so. */
export const UNSEEN_MS = 5_000;

/** Takes what is to be sent, and sends it once `tx` commits. */
type Hand = (deliveries: Delivery[], tx: TransactionSql) => Promise<void>;

/**
 * Tells the person, away from any tab, of what waits and nobody has seen: each ask once, whichever server opened it. By
 * push to every browser that asked for it, and by tabs that are open and hidden.
 */
export async function tellUnseen(hand: Hand, unseenMs = UNSEEN_MS): Promise<void> {
  const browsers = await listSubscriptions(await liveSessions());
  const asks = await sql().begin(async (tx) => {
    const asks = await claimUntold(tx, unseenMs);
    const deliveries = asks.flatMap((ask) => deliveriesOf(ask, browsers));
    if (deliveries.length > 0) await hand(deliveries, tx);
    return asks;
  });
  for (const ask of asks) publish({ type: "told", agent: ask.agentId, kind: noticeOf(ask).kind });
}

/** Tells the person of something that needs no answer, in the same ways. */
export async function tellOf(
  agentId: string,
  kind: ToldKind,
  hand: (deliveries: Delivery[]) => Promise<void>,
): Promise<void> {
  const notice = { title: titleOf(kind), kind };
  const browsers = await listSubscriptions(await liveSessions());
  if (browsers.length > 0) await hand(browsers.map(({ endpoint }) => ({ agentId, endpoint, notice })));
  publish({ type: "told", agent: agentId, kind });
}

const deliveriesOf = (ask: Untold, browsers: readonly { endpoint: string }[]): Delivery[] =>
  browsers.map(({ endpoint }) => ({ agentId: ask.agentId, endpoint, notice: noticeOf(ask) }));

/** Who is signed in; null where no password is set. Loaded when somebody is told: it brings all of the session's cookies. */
async function liveSessions(): Promise<string[] | null> {
  if (env().EASEL_PASSWORD === undefined) return null;
  const { sessionsNow } = await import("@/lib/platform/access/session");
  return (await sessionsNow()).map(({ id }) => id);
}

/** What is told of an ask outside of a tab. */
function noticeOf(ask: { kind: "answer" | "approval"; toolName: string }): PushNotice {
  const kind = ask.kind === "approval" ? "permission" : isQuestion(ask) ? "question" : "sheet";
  return { title: titleOf(kind), kind };
}
