import { put } from "@/lib/ground/blobs/blobs";
import { incoming } from "@/lib/ground/blobs/incoming";
import { AppError } from "@/lib/shared/errors";
import { conversationOfExport, type ExportSource, MAX_EXPORT_BYTES } from "@/lib/shared/exports";
import { MAX_BYTES } from "@/lib/shared/file-address";
import { fileOrigin } from "@/lib/shared/origins";
import { addExport } from "@/lib/store/data/exports";
import { add, type FileRow, isTrusted } from "@/lib/store/data/files";
import { describe } from "./describe";
import { eachPart } from "./form";

type StoredUpload = { name: string; type: string; hash: string; size: number };

type Received = { name?: string; origin?: "upload" | "point"; isKept?: boolean; projectId?: string };

/**
 * Stores the files of a request: the parts named `file` of a `multipart/form-data` body, or the body itself
 * under `name`. If one fails, none is stored. With `isKept`, they are kept although no message refers to them.
 */
export async function receiveFile(
  request: Request,
  agentId: string,
  { name = "file", origin = "upload", isKept = false, projectId }: Received = {},
): Promise<FileRow[]> {
  const { body, headers } = request;
  const type = headers.get("content-type") ?? "";
  if (!body) throw new AppError("bad_request", "The body is empty; send a file.");
  const bytes = incoming(body);
  const isForm = /^multipart\/form-data\b/i.test(type);
  const uploads = isForm ? await eachPart(bytes, type, keep) : [await keep(bytes, name, type)];
  if (uploads.length === 0)
    throw new AppError("invalid", "The form has no file. Send each file as a part named file.");
  const files = await Promise.all(
    uploads.map(async ({ name, type, ...bytes }) => ({
      ...bytes,
      ...(await describe(bytes.hash, name, type)),
    })),
  );
  const rows: FileRow[] = [];
  for (const file of files) {
    const origins = await originsOf(agentId, file);
    rows.push(await add(agentId, { ...file, origin, origins, isKept, projectId }));
  }
  return rows;
}

/**
 * Returns the origin that marks an attachment, or none if the user has already trusted a file with the same
 * bytes.
 */
const originsOf = async (
  agentId: string,
  { hash, name }: { hash: string; name: string },
): Promise<string[]> => ((await isTrusted(agentId, hash)) ? [] : [fileOrigin(name)]);

/** Stores a file that the user exported. It is an untrusted file like others, because it contains text of its source. */
export async function receiveExport(
  { body, headers }: Request,
  agentId: string,
  { name, exportOf }: { name: string; exportOf: ExportSource },
): Promise<FileRow> {
  if (!body) throw new AppError("bad_request", "The body is empty; send a file.");
  const { hash, size, type } = await keep(
    incoming(body),
    name,
    headers.get("content-type") ?? "",
    MAX_EXPORT_BYTES,
  );
  const described = await describe(hash, name, type);
  const conversationId = conversationOfExport(exportOf);
  const origins = [fileOrigin(described.name)];
  return addExport(agentId, { ...described, hash, size, origins, exportOf, conversationId });
}

type FromServer = {
  bytes: AsyncIterable<Uint8Array> | Uint8Array;
  name: string;
  type: string;
  origins: readonly string[];
};

/**
 * Stores a file that a server sent, with its origins. Without origins, marks it like an attachment. Throws an
 * AppError.
 */
export async function storeFileFromServer(
  agentId: string,
  { bytes, name, type, origins }: FromServer,
): Promise<FileRow> {
  const { hash, size } = await keep(bytes, name, type);
  const own = origins.length > 0 ? origins : await originsOf(agentId, { hash, name });
  return add(agentId, { hash, size, ...(await describe(hash, name, type)), origin: "upload", origins: own });
}

async function keep(
  bytes: AsyncIterable<Uint8Array> | Uint8Array,
  name: string,
  type: string,
  maxBytes = MAX_BYTES,
): Promise<StoredUpload> {
  const blob = await put(bytes, maxBytes);
  if (blob.size === 0)
    throw new AppError("invalid", `The file ${JSON.stringify(name.slice(0, 100))} is empty.`);
  return { name, type, ...blob };
}
