import type { TransactionSql } from "postgres";
import { isQuestion } from "@/lib/shared/chat/built-in-tools";
import { inEnglish } from "@/lib/shared/i18n/locale";
import { type NotificationKind, type PushNotice, titleOf } from "@/lib/shared/notifications";
import { readOwner } from "@/lib/store/agents/agents";
import { isRehearsal } from "@/lib/store/agents/rehearsals";
import { publish } from "@/lib/store/bus";
import { listSubscriptions, type Subscription } from "@/lib/store/channels/push";
import { sql } from "@/lib/store/db";
import { claimUnnotifiedAsks, type UnnotifiedAsk } from "@/lib/store/loop/open-asks";
import type { Delivery } from "./send";

/** Time for a visible tab to show an ask before notifications are sent. */
export const UNSEEN_MS = 5_000;

/** Queues deliveries in `tx`, so that they are sent only if it commits. */
type Hand = (deliveries: Delivery[], tx: TransactionSql) => Promise<void>;

/**
 * Notifies the user of asks that no visible tab has shown: by push to every subscribed browser, and by a
 * notice to hidden tabs. Each ask is notified once, even with several servers.
 */
export async function notifyUnseen(hand: Hand, unseenMs = UNSEEN_MS): Promise<void> {
  const asks = await sql().begin(async (tx) => {
    const asks = await claimUnnotifiedAsks(tx, unseenMs);
    const members = new Set(asks.map(({ memberId }) => memberId));
    const browsers = new Map<string, Subscription[]>();
    for (const member of members) browsers.set(member, await listSubscriptions(await liveSessions(member)));
    const deliveries = asks.flatMap((ask) => deliveriesOf(ask, browsers.get(ask.memberId) ?? []));
    if (deliveries.length > 0) await hand(deliveries, tx);
    return asks;
  });
  for (const ask of asks)
    publish({ type: "told", agent: ask.agentId, kind: noticeOf(ask).kind, member: ask.memberId });
}

/** Notifies the agent's owner by push and by a notice to hidden tabs of an event that needs no answer. */
export async function notifyUser(
  agentId: string,
  kind: NotificationKind,
  hand: (deliveries: Delivery[]) => Promise<void>,
): Promise<void> {
  const notice = { title: inEnglish(() => titleOf(kind)), kind };
  const member = await readOwner(agentId);
  if (member === null || (await isRehearsal(agentId))) return;
  const browsers = await listSubscriptions(await liveSessions(member));
  if (browsers.length > 0) await hand(browsers.map(({ endpoint }) => ({ agentId, endpoint, notice })));
  publish({ type: "told", agent: agentId, kind, member });
}

const deliveriesOf = (ask: UnnotifiedAsk, browsers: readonly { endpoint: string }[]): Delivery[] =>
  browsers.map(({ endpoint }) => ({ agentId: ask.agentId, endpoint, notice: noticeOf(ask) }));

/**
 * Returns the ids of a member's live sessions, or null if no password is set. Imported lazily, because it loads all
 * of the session code.
 */
async function liveSessions(memberId: string): Promise<string[] | null> {
  const { hasPassword } = await import("@/lib/platform/access/password");
  if (!(await hasPassword())) return null;
  const { sessionsNow } = await import("@/lib/platform/access/session");
  return (await sessionsNow(memberId)).map(({ id }) => id);
}

function noticeOf(ask: { kind: "answer" | "approval"; toolName: string }): PushNotice {
  const kind = ask.kind === "approval" ? "permission" : isQuestion(ask) ? "question" : "sheet";
  return { title: inEnglish(() => titleOf(kind)), kind };
}
