import { sql as raw } from "drizzle-orm";
import { galleryUses } from "@/drizzle/schema";
import type { GalleryKind } from "@/lib/shared/gallery/kinds";
import { db, sql } from "@/lib/store/db";

/** Interval in which repeated uses of an item are stored once. */
const STORE_EVERY_S = 60;
const KEEP_DAYS = 365;

type Use = { agentId: string; memberId: string; kind: GalleryKind; item: string };

/** Stores that the member uses an item now. */
export async function storeUse(use: Use): Promise<void> {
  await db()
    .insert(galleryUses)
    .values({ ...use, usedAt: raw`now()` })
    .onConflictDoUpdate({
      target: [galleryUses.memberId, galleryUses.agentId, galleryUses.kind, galleryUses.item],
      set: { usedAt: raw`now()` },
      setWhere: raw`${galleryUses.usedAt} < now() - ${STORE_EVERY_S}::int * interval '1 s'`,
    });
}

export async function forgetOldUses(): Promise<void> {
  await sql()`delete from gallery_uses where used_at < now() - ${KEEP_DAYS}::int * interval '1 day'`;
}
