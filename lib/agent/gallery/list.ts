import { z } from "zod";
import { addressOf } from "@/lib/agent/apps/publish";
import { sampleProps } from "@/lib/code/components/sample";
import { tiles } from "@/lib/shared/boards/content";
import { AppError } from "@/lib/shared/errors";
import { exportSource } from "@/lib/shared/exports";
import { type GalleryContent, type GalleryItem, MAX_PREVIEW_TILES } from "@/lib/shared/gallery/items";
import type { GalleryKind } from "@/lib/shared/gallery/kinds";
import { t as common } from "@/lib/shared/i18n/en/common";
import { toIso } from "@/lib/store/db";
import { type FoundItem, findItems, type ItemPosition } from "@/lib/store/gallery/items";
import { agentsOf } from "@/lib/store/members/roster";

type Wanted = {
  agentId?: string;
  memberId: string;
  q: string;
  kind?: GalleryKind;
  cursor?: string;
  limit: number;
};

/** Lists the items that a member may see, of one agent or of all, used last first. */
export async function listGallery({
  memberId,
  limit,
  cursor,
  agentId,
  kind,
  q,
}: Wanted): Promise<{ items: GalleryItem[]; nextCursor?: string }> {
  const found = await findItems({
    ...{ rights: await agentsOf(memberId), memberId, agentId, kind, q, limit: limit + 1 },
    after: cursor === undefined ? null : readCursor(cursor),
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(itemOf),
    ...(found.length > limit && last && { nextCursor: writeCursor(last) }),
  };
}

const itemOf = ({ agent, kind, id, title, description, used, content }: FoundItem): GalleryItem => ({
  ...{ agent, id, description, usedAt: toIso(used) },
  title: title.trim() || common("component"),
  content: CONTENTS[kind](content, id),
});

const props = z.record(z.string(), z.unknown());
const component = z.object({
  ...{ bundle: z.string(), version: z.number(), schema: props.nullable(), origins: z.array(z.string()) },
  failed: z.object({ version: z.number(), message: z.string() }).nullable(),
});
const inline = z.object({
  ...{ bundle: z.string(), sheet: z.string(), props: props.nullable().catch(null) },
  conversation: z.object({ id: z.string(), title: z.string() }),
});
const app = z.object({
  ...{ bundle: z.string(), props, slug: z.string(), isOpen: z.boolean() },
  audience: z.enum(["members", "link", "public"]),
  owned: z.object({ link: z.number(), visitors: z.number() }).nullable(),
});

const board = z.object({ tiles, isShared: z.boolean() });
const sampled = z
  .object({ bundle: z.string(), schema: props.nullable() })
  .transform(({ bundle, schema }) => ({ bundle, props: sampleProps(schema) }))
  .nullable();
const exported = z.object({
  of: exportSource,
  size: z.number(),
  ...{ drawn: sampled, newest: sampled },
  source: z.object({ title: z.string(), version: z.number().nullable() }).nullable(),
});

const CONTENTS: Record<GalleryKind, (content: unknown, id: string) => GalleryContent> = {
  component: (content) => {
    const { schema, failed, ...rest } = component.parse(content);
    return { kind: "component", ...rest, props: sampleProps(schema), ...(failed && { failed }) };
  },
  inline: (content) => {
    const { props, ...rest } = inline.parse(content);
    return { kind: "inline", ...rest, props: props ?? {} };
  },
  board: (content) => {
    const { tiles: all, isShared } = board.parse(content);
    const shown = all.slice(0, MAX_PREVIEW_TILES).map(({ x, y, w, h, title, source }) => ({
      ...{ x, y, w, h },
      title: title ?? ("component" in source ? source.component : ""),
    }));
    return { kind: "board", count: all.length, tiles: shown, isShared };
  },
  app: (content, id) => {
    const { owned, ...rest } = app.parse(content);
    const { slug, audience } = rest;
    return {
      ...{ kind: "app", ...rest },
      owned: owned && {
        url: addressOf({ id, slug, audience, link: owned.link }),
        visitors: owned.visitors,
      },
    };
  },
  export: (content) => ({ kind: "export", ...exported.parse(content) }),
};

const position = z.tuple([z.iso.datetime({ offset: true }), z.string().max(800)]);

const writeCursor = ({ used, tie }: ItemPosition): string =>
  Buffer.from(JSON.stringify([used, tie])).toString("base64url");

function readCursor(cursor: string): ItemPosition {
  const text = Buffer.from(cursor, "base64url").toString();
  const { data } = z.string().transform(parseJson).pipe(position).safeParse(text);
  if (!data || data[1].includes("\0") || !data[1].isWellFormed())
    throw new AppError("invalid", "cursor: not returned by a list. Omit it to start at the beginning.");
  return { used: data[0], tie: data[1] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
