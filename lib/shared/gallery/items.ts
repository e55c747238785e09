import * as z from "zod/mini";
import { place } from "@/lib/shared/boards/content";
import { exportSource } from "@/lib/shared/exports";

/** Tiles of a board that its preview shows. */
export const MAX_PREVIEW_TILES = 40;

const drawn = { bundle: z.string(), props: z.record(z.string(), z.unknown()) };

const component = z.object({
  kind: z.literal("component"),
  ...drawn,
  version: z.number(),
  /** The newest version, if it failed its test and is therefore not live. */
  failed: z.optional(z.object({ version: z.number(), message: z.string() })),
  origins: z.array(z.string()),
});

const inline = z.object({
  kind: z.literal("inline"),
  ...drawn,
  conversation: z.object({ id: z.string(), title: z.string() }),
  /** Id of the surface. */
  sheet: z.string(),
});

const board = z.object({
  kind: z.literal("board"),
  /** The board is shared with the member, but its agent is not. */
  isShared: z.boolean(),
  count: z.number(),
  /** The first `MAX_PREVIEW_TILES` tiles. */
  tiles: z.array(z.object({ ...place.shape, title: z.string() })),
});

const app = z.object({
  kind: z.literal("app"),
  ...drawn,
  slug: z.string(),
  audience: z.enum(["members", "link", "public"]),
  isOpen: z.boolean(),
  /** Null unless the member owns the agent. `url` contains the secret of the link. */
  owned: z.nullable(z.object({ url: z.string(), visitors: z.number() })),
});

const exported = z.object({
  kind: z.literal("export"),
  of: exportSource,
  size: z.number(),
  /** The exported version of a component, to draw it; null for other sources. */
  drawn: z.nullable(z.object(drawn)),
  /** The newest version of a component, to export it again. */
  newest: z.nullable(z.object(drawn)),
  /** Null if the component or the conversation was deleted. `version`: the newest of a component. */
  source: z.nullable(z.object({ title: z.string(), version: z.nullable(z.number()) })),
});

export const galleryItem = z.object({
  agent: z.string(),
  /**
   * Name of a component, id of a board, an app or an exported file, `<conversation>/<surface>` of an inline component.
   * Unique for the agent and the kind.
   */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** When the item was last used or changed. */
  usedAt: z.string(),
  content: z.discriminatedUnion("kind", [component, inline, board, app, exported]),
});
export type GalleryItem = z.infer<typeof galleryItem>;
export type GalleryContent = GalleryItem["content"];

export const galleryPage = z.object({ items: z.array(galleryItem), nextCursor: z.optional(z.string()) });

/** Response of `POST /api/gallery/remix`. `left`: tiles that another agent cannot show. */
export const remixed = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("component"), name: z.string() }),
  z.object({ kind: z.literal("board"), id: z.string(), left: z.number() }),
]);
export type Remixed = z.infer<typeof remixed>;

export const galleryKey = ({ agent, id, content: { kind } }: GalleryItem): string => `${agent} ${kind} ${id}`;
