import { eq, sql as raw } from "drizzle-orm";
import { bundles } from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import type { BundleRow } from "@/lib/store/rows";

export type StoredBundle = Omit<BundleRow, "createdAt">;

export async function readBundle(hash: string): Promise<StoredBundle | null> {
  const { source, js, css, map, runtime } = bundles;
  const [row] = await db()
    .select({ hash: bundles.hash, source, js, css, map, runtime })
    .from(bundles)
    .where(eq(bundles.hash, hash));
  return row ?? null;
}

/** Returns the runtime version of a stored bundle, or null, without reading its content. */
export async function bundledFor(hash: string): Promise<string | null> {
  const [row] = await db().select({ runtime: bundles.runtime }).from(bundles).where(eq(bundles.hash, hash));
  return row?.runtime ?? null;
}

export async function writeBundle({ hash, source, js, css, map, runtime }: StoredBundle): Promise<void> {
  await db()
    .insert(bundles)
    .values({ hash, source, js, css, map, runtime })
    .onConflictDoUpdate({
      target: bundles.hash,
      set: {
        js: raw`excluded.js`,
        css: raw`excluded.css`,
        map: raw`excluded.map`,
        runtime: raw`excluded.runtime`,
      },
    });
}
