import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { GalleryKind } from "@/lib/shared/gallery/kinds";
import { agentId } from "./agents";
import { at } from "./columns";
import { memberRow } from "./members";

/** When a member last used an item of the gallery. */
export const galleryUses = pgTable(
  "gallery_uses",
  {
    agentId,
    memberId: memberRow(),
    kind: text("kind").$type<GalleryKind>().notNull(),
    /** Id of the item, as `galleryItem` of `lib/shared/gallery` has it. */
    item: text("item").notNull(),
    usedAt: at("used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.agentId, t.kind, t.item] })],
);
