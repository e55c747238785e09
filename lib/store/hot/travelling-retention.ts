import type { TransactionSql } from "postgres";
import { asJson } from "@/lib/store/db";

/** A fact by what it says. */
export type Coming = {
  layer: string;
  hash: string;
  pinned: boolean;
  expiresAt: string | null;
  isNew: boolean;
};

/** Pins facts, and brings the end of new ones forward. By hand: it joins rows that come as JSON. */
export const keepFacts = (tx: TransactionSql, agentId: string, facts: readonly Coming[]) => tx`
  update memories m set
    pinned_at = case when g.pinned then coalesce(m.pinned_at, now()) else m.pinned_at end,
    expires_at = case when g."isNew" and g."expiresAt" > now() and m.expires_at is not null
      then least(m.expires_at, g."expiresAt") else m.expires_at end
  from json_to_recordset(${asJson(facts)}::json)
    as g(layer text, hash text, pinned boolean, "expiresAt" timestamptz, "isNew" boolean)
  where m.agent_id = ${agentId} and m.deleted_at is null and m.layer <> 'session' and m.layer = g.layer
    and m.content_hash = g.hash`;
