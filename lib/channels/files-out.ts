import { read as readBlob } from "@/lib/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import { read } from "@/lib/store/files";
import type { OutFile } from "./content";
import type { SentFile } from "./define";
import { chartPicture, componentPicture } from "./render/pictures";

/** The bytes of a file as it goes out. Throws where there are none, or it cannot be made. */
export async function fileOf(agentId: string, { as, name, from }: OutFile): Promise<SentFile> {
  if (from.is === "text")
    return { as, name, mediaType: from.mediaType, bytes: new TextEncoder().encode(from.text) };
  if (from.is === "chart") return { as, name, mediaType: "image/png", bytes: await chartPicture(from.block) };
  if (from.is === "component")
    return { as, name, mediaType: "image/png", bytes: await componentPicture(from.bundle, from.props) };
  const file = await read(agentId, from.id);
  const bytes = await readBlob(file.hash);
  if (!bytes) throw new AppError("not_found", `The bytes of ${file.name} are not there any more.`);
  const isPhoto = PHOTOS.has(file.mediaType) && bytes.byteLength <= MAX_PHOTO_BYTES;
  return { as: isPhoto ? "photo" : "document", name: file.name, mediaType: file.mediaType, bytes };
}

/** What phones show in the chat itself. */
const PHOTOS: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);
const MAX_PHOTO_BYTES = 10_000_000;
