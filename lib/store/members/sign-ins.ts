import { and, eq, gt, lte, sql as raw } from "drizzle-orm";
import { signIns } from "@/drizzle/schema";
import { db } from "@/lib/store/db";

type Kind = "passkey" | "new passkey" | "joining" | "oidc" | "two factors";

/** Stores what the second request of a sign-in needs. Returns the id with which `takeSignIn` reads it. */
export async function beginSignIn(kind: Kind, data: unknown, seconds: number): Promise<string> {
  await db().delete(signIns).where(lte(signIns.expiresAt, raw`now()`));
  const [row] = await db()
    .insert(signIns)
    .values({ kind, data, expiresAt: raw`now() + ${seconds} * interval '1 s'` })
    .returning({ id: signIns.id });
  if (!row) throw new Error("The sign-in was not stored");
  return row.id;
}

/** Returns the data of a sign-in and deletes it, so that it is used once. Returns null if it was used or is too old. */
export async function takeSignIn(kind: Kind, id: string): Promise<unknown> {
  const [row] = await db()
    .delete(signIns)
    .where(and(eq(signIns.id, id), eq(signIns.kind, kind), gt(signIns.expiresAt, raw`now()`)))
    .returning({ data: signIns.data });
  return row?.data ?? null;
}

/** Returns the data of a sign-in, which stays usable; null if it was used or is too old. */
export async function readSignIn(kind: Kind, id: string): Promise<unknown> {
  const [row] = await db()
    .select({ data: signIns.data })
    .from(signIns)
    .where(and(eq(signIns.id, id), eq(signIns.kind, kind), gt(signIns.expiresAt, raw`now()`)));
  return row?.data ?? null;
}
