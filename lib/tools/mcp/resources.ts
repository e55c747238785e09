import { z } from "zod";
import { storeFileFromServer } from "@/lib/data/files/receive";
import { AppError } from "@/lib/shared/errors";
import { MAX_URI, type ResourcesView, type ServedResource } from "@/lib/shared/mcp/resources";
import type { FileRow } from "@/lib/store/data/files";
import { askServer, type ServerRequestContext } from "./ask";
import { connectionOf } from "./manage";

const MAX_PAGES = 10;
const MAX_LISTED = 500;
/** Limits of a resource: its number of files, and their total bytes. */
const MAX_PARTS = 10;
const MAX_BYTES = 8_000_000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;
/** Scheme of apps. They are shown on the canvas, so they cannot be attached. */
const APP = "ui:";

const listed = z.looseObject({
  uri: z.string().min(1).max(MAX_URI),
  name: z.string().default(""),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().max(200).optional(),
});
const page = z.looseObject({
  resources: z.array(z.unknown()).max(1_000),
  nextCursor: z.string().max(10_000).optional(),
});
const contents = z.looseObject({
  contents: z.array(
    z.looseObject({
      uri: z.string().default(""),
      mimeType: z.string().max(200).default(""),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  ),
});

/** Lists a server's resources, without apps and malformed entries. Throws an AppError. */
export async function listServerResources(asked: ServerRequestContext): Promise<ResourcesView> {
  const all = new Map<string, ServedResource>();
  let cursor: string | undefined;
  await askServer(asked, "resources/list", async (client, options) => {
    for (let pages = 0; pages < MAX_PAGES && all.size < MAX_LISTED; pages++) {
      const params = cursor === undefined ? {} : { cursor };
      const got = await client.request({ method: "resources/list", params }, page, options);
      for (const one of got.resources) {
        const { data } = listed.safeParse(one);
        if (data && URL.parse(data.uri)?.protocol !== APP) all.set(data.uri, toServed(data));
      }
      cursor = got.nextCursor;
      if (cursor === undefined) return;
    }
  });
  return {
    resources: [...all.values()].slice(0, MAX_LISTED),
    hasMore: cursor !== undefined || all.size > MAX_LISTED,
  };
}

const toServed = ({ uri, name, title, description, mimeType }: z.infer<typeof listed>): ServedResource => ({
  uri,
  title: ((title ?? name) || uri).slice(0, MAX_TITLE).toWellFormed(),
  description: description?.slice(0, MAX_DESCRIPTION).toWellFormed() ?? null,
  mediaType: mimeType ?? null,
});

/**
 * Reads a resource and stores it as files, marked with the server's origin like tool results. Throws an
 * AppError.
 */
export async function takeServerResource(asked: ServerRequestContext & { uri: string }): Promise<FileRow[]> {
  const { agentId, uri } = asked;
  const got = await askServer(asked, "resources/read", (client, options) =>
    client.request({ method: "resources/read", params: { uri } }, contents, options),
  );
  const { row } = await connectionOf(agentId, asked.id);
  const parts = got.contents.map(({ uri: part, mimeType: type, text, blob }) => ({
    name: nameOf(part || uri),
    type,
    bytes: text === undefined ? Buffer.from(blob ?? "", "base64") : Buffer.from(text.toWellFormed()),
  }));
  const bytes = parts.reduce((sum, part) => sum + part.bytes.length, 0);
  if (bytes === 0)
    throw new AppError("invalid", `This resource of ${row.title} is empty. Choose another one.`);
  if (bytes > MAX_BYTES || parts.length > MAX_PARTS)
    throw new AppError(
      "too_large",
      `This resource of ${row.title} is larger than ${MAX_BYTES / 1_000_000} MB or has more than ${MAX_PARTS} files. Choose a smaller one.`,
    );
  const origins = [row.url === null ? "mcp:" : new URL(row.url).origin];
  const files: FileRow[] = [];
  for (const part of parts)
    if (part.bytes.length > 0) files.push(await storeFileFromServer(agentId, { ...part, origins }));
  return files;
}

function nameOf(uri: string): string {
  const path = URL.parse(uri)?.pathname ?? uri;
  const last = path.split("/").findLast((part) => part !== "") ?? "resource";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
