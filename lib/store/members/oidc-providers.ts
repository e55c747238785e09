import { asc, eq } from "drizzle-orm";
import { oidcProviders } from "@/drizzle/schema";
import { db } from "@/lib/store/db";

export type OidcProvider = typeof oidcProviders.$inferSelect;
export type NewOidcProvider = Omit<OidcProvider, "createdAt">;

export const listOidcProviders = (): Promise<OidcProvider[]> =>
  db().select().from(oidcProviders).orderBy(asc(oidcProviders.createdAt), asc(oidcProviders.id));

export async function readOidcProvider(id: string): Promise<OidcProvider | null> {
  const [row] = await db().select().from(oidcProviders).where(eq(oidcProviders.id, id));
  return row ?? null;
}

/** Returns false if there is a provider with this id. */
export async function addOidcProvider(provider: NewOidcProvider): Promise<boolean> {
  const added = await db()
    .insert(oidcProviders)
    .values(provider)
    .onConflictDoNothing()
    .returning({ id: oidcProviders.id });
  return added.length > 0;
}

export async function changeOidcProvider(
  id: string,
  change: Partial<Omit<NewOidcProvider, "id">>,
): Promise<OidcProvider | null> {
  const [row] = await db().update(oidcProviders).set(change).where(eq(oidcProviders.id, id)).returning();
  return row ?? null;
}

export async function removeOidcProvider(id: string): Promise<boolean> {
  const removed = await db()
    .delete(oidcProviders)
    .where(eq(oidcProviders.id, id))
    .returning({ id: oidcProviders.id });
  return removed.length > 0;
}
