import { log } from "@/lib/ground/base/log";
import { read as readBlob } from "@/lib/ground/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import type { OutMessage } from "@/lib/store/channels/channel-outbox";
import { read } from "@/lib/store/data/files";
import { content as contentSchema, isNumbered, type OutFile } from "./content";
import type { ChannelDefinition, ChannelSending, SentFile } from "./define";
import { chartImage, componentImage, imageOfDiagram } from "./render/images";

/** Prepares a stored message for sending. If its file cannot be created, sends the replacement text. */
export async function sendingOf(
  { id: channel, capabilities }: ChannelDefinition,
  agentId: string,
  { id, chatId, content }: OutMessage,
): Promise<ChannelSending> {
  const { buttons, file, text } = contentSchema.parse(content);
  const areNumbers = isNumbered(buttons, { capabilities });
  const shown = areNumbers ? [] : buttons.map(({ label }, index) => ({ label, data: `${id}:${index}` }));
  if (!file || !capabilities.files) return { chatId, text, buttons: shown };
  try {
    return { chatId, text, buttons: shown, file: await fileOf(agentId, file) };
  } catch (error) {
    log.warn("A file for a channel could not be created", error, { channel });
    return { chatId, text: file.instead ?? text, buttons: shown };
  }
}

async function fileOf(agentId: string, { as, name, from }: OutFile): Promise<SentFile> {
  if (from.is === "text")
    return { as, name, mediaType: from.mediaType, bytes: new TextEncoder().encode(from.text) };
  if (from.is === "diagram")
    return { as, name, mediaType: "image/png", bytes: await imageOfDiagram(from.source) };
  if (from.is === "chart") return { as, name, mediaType: "image/png", bytes: await chartImage(from.block) };
  if (from.is === "component")
    return { as, name, mediaType: "image/png", bytes: await componentImage(from.bundle, from.props) };
  const file = await read(agentId, from.id);
  const bytes = await readBlob(file.hash);
  if (!bytes) throw new AppError("not_found", `The content of ${file.name} no longer exists.`);
  const isPhoto = PHOTOS.has(file.mediaType) && bytes.byteLength <= MAX_PHOTO_BYTES;
  return { as: isPhoto ? "photo" : "document", name: file.name, mediaType: file.mediaType, bytes };
}

const PHOTOS: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);
const MAX_PHOTO_BYTES = 10_000_000;
