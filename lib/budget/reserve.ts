import { randomUUID } from "node:crypto";
import type { Budget } from "@/lib/shared/budget";
import { reserve, type Spender } from "@/lib/store/budgets";
import { databaseLife, isOnDisk } from "@/lib/store/commit";
import { isLimited, type NoRoom, noRoom } from "./room";
import { type Priced, type Worst, worstCases } from "./worst-case";

/** A budget has no room for a call, so it was not made. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
  readonly why: NoRoom;

  constructor(why: NoRoom) {
    super(why.message);
    this.why = why;
  }
}

export type Reservation = Pick<Worst, "maxOutputTokens"> & { id: string };

export type Call = {
  model: Priced;
  /** About how many tokens it is given. */
  inputTokens: number;
  /** The bound of its output, where it has one anyway. */
  outputTokens?: number;
};

/**
 * Reserves the worst case of a call, which is to be settled with what it has used (`store/model-calls.ts`). Null where no
 * budget holds: then the database is not asked. Throws OverBudget where there is no room.
 */
export async function reserveCall(
  spender: Spender,
  budget: Budget,
  { model, inputTokens, outputTokens }: Call,
): Promise<Reservation | null> {
  if (!isLimited(budget, spender.unattended)) return null;
  const id = randomUUID();
  let why: NoRoom | null = null;
  for (const { usd, tokens, maxOutputTokens } of worstCases(model, inputTokens, outputTokens)) {
    const full = await reserve(spender, { id, model: model.id, usd, tokens });
    if (!full) {
      // Beside the call: until then only a database that dies can lose it.
      isOnDisk(databaseLife()).catch(() => {});
      return { id, maxOutputTokens };
    }
    why = noRoom(full, spender.unattended, { usd, tokens });
  }
  // The budgets have been taken away since they were read.
  if (!why) return null;
  throw new OverBudget(why);
}
