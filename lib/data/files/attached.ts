import { AppError } from "@/lib/shared/errors";
import { fileIdOf } from "@/lib/shared/file-address";
import { readMany } from "@/lib/store/data/files";

type Part = { type: string; url?: string };
type Named<P> = P & { mediaType: string };

export async function attached<P extends Part>(agentId: string, parts: readonly P[]): Promise<Named<P>[]> {
  const ids = parts.map(({ type, url = "" }) => (type === "file" ? fileIdOf(url) : undefined));
  const files = new Map(
    (await readMany(agentId, [...new Set(ids.filter((id) => id !== undefined))])).map((file) => [
      file.id,
      file,
    ]),
  );
  return parts.map((part, at) => {
    const id = ids[at];
    if (id === undefined) return part as Named<P>;
    const file = files.get(id);
    if (file && !file.deleted) return { ...part, mediaType: file.mediaType, filename: file.name };
    const path = `message.parts[${at}].url`;
    const message = "This file no longer exists: attach it again";
    throw new AppError("invalid", `The body is not valid: ${path}: ${message}.`, {
      details: [{ path, message }],
    });
  });
}
