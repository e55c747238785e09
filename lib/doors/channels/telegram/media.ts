import { z } from "zod";
import type { RemoteFile } from "../inbound";

const file = z.object({
  file_id: z.string(),
  file_unique_id: z.string().optional(),
  file_name: z.string().optional(),
  mime_type: z.string().optional(),
  file_size: z.number().optional(),
});
const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const media = {
  photo: maybe(z.array(file.extend({ width: z.number().default(0), height: z.number().default(0) }))),
  document: maybe(file),
  audio: maybe(file),
  voice: maybe(file),
  video: maybe(file),
  video_note: maybe(file),
  animation: maybe(file),
  sticker: maybe(z.object({ emoji: z.string().optional() })),
  location: maybe(z.object({ latitude: z.number(), longitude: z.number() })),
  venue: maybe(z.object({ title: z.string(), address: z.string() })),
  contact: maybe(
    z.object({ phone_number: z.string(), first_name: z.string(), last_name: z.string().optional() }),
  ),
  poll: maybe(z.object({ question: z.string(), options: z.array(z.object({ text: z.string() })) })),
  dice: maybe(z.object({ emoji: z.string(), value: z.number() })),
};
type Media = { [K in keyof typeof media]?: z.output<(typeof media)[K]> };

const KINDS = {
  voice: ["voice.ogg", "audio/ogg"],
  audio: ["audio.mp3", "audio/mpeg"],
  video: ["video.mp4", "video/mp4"],
  video_note: ["video-note.mp4", "video/mp4"],
  animation: ["animation.mp4", "video/mp4"],
} as const;

export function filesIn(message: Media): RemoteFile[] {
  const files: RemoteFile[] = [];
  const photo = message.photo?.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  if (photo) files.push(remote(photo, "photo.jpg", "image/jpeg"));
  // For an animation, the Bot API also sets `document`. Ignore that document, because the animation is
  // handled below.
  if (message.document && !message.animation)
    files.push(remote(message.document, "file", "application/octet-stream"));
  for (const [kind, [name, type]] of Object.entries(KINDS)) {
    const found = message[kind as keyof typeof KINDS];
    if (found) files.push(remote(found, name, type));
  }
  return files;
}

const remote = (
  { file_id, file_name, mime_type, file_size }: z.infer<typeof file>,
  name: string,
  type: string,
): RemoteFile => ({
  id: file_id,
  name: file_name || name,
  mediaType: mime_type || type,
  ...(file_size !== undefined && { size: file_size }),
});
