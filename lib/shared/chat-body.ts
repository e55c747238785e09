import { z } from "zod";
import { fromSurface } from "./chat/from-surface";
import { MAX_POINTS, point } from "./chat/points";
import { handedComment } from "./comments/view";
import { fileIdOf } from "./file-address";
import { inEnglish } from "./i18n/locale";
import { label, uuid } from "./ids";
import { jsonValue } from "./json-value";
import { MAX_MESSAGE_CHARS, tooLong } from "./text/too-long";

/**
 * Media types that models accept as data. Any other type would make every later request of the conversation
 * fail.
 */
const MEDIA_TYPE = /^(image\/(png|jpeg|gif|webp)|application\/pdf|text\/[a-z0-9.+-]+)$/;
const NOT_SENT =
  "Send a file as the URL that POST /api/files returned, or as data:<mediaType>;base64,<bytes>";
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const text = z.strictObject({
  type: z.literal("text"),
  text: z.string().max(MAX_MESSAGE_CHARS, {
    error: ({ input }) =>
      `${inEnglish(() => tooLong(String(input).length, MAX_MESSAGE_CHARS))}: attach it as a file`,
  }),
  state: z.literal("done").optional(),
});
/** A file in the message itself, as a data: URL. */
export const dataFile = z
  .strictObject({
    type: z.literal("file"),
    mediaType: z
      .string()
      .regex(MEDIA_TYPE, "Only images (png, jpeg, gif, webp), PDF and text files can be sent"),
    filename: z.string().max(500).optional(),
    url: z.string(),
  })
  // Any other URL would be fetched by the server or the provider on the user's behalf.
  .refine(({ mediaType, url }) => holds(url, mediaType), {
    path: ["url"],
    message: NOT_SENT,
  });

/** A file that was uploaded before, of any type. The server knows its type and name. */
const stored = z.strictObject({
  type: z.literal("file"),
  url: z.string().refine((url) => fileIdOf(url) !== undefined, NOT_SENT),
  mediaType: z.string().max(200).optional(),
  filename: z.string().max(500).optional(),
});

const surface = z.strictObject({ type: z.literal("data-sheet"), data: fromSurface });

/** An answer sent from a surface whose ask is no longer open. */
const late = z.strictObject({
  type: z.literal("data-answer"),
  data: z.strictObject({
    messageId: label,
    toolCallId: label,
    title: z.string().max(200, "A title has at most 200 characters"),
    output: jsonValue,
  }),
});

const commented = z.strictObject({ type: z.literal("data-comment"), data: handedComment });

const pointed = z.strictObject({ type: z.literal("data-point"), data: point });

const message = z.strictObject({
  id: label.optional(),
  role: z.literal("user", "Only a user's message (role user) can be sent"),
  parts: z
    .array(z.union([text, dataFile, stored, surface, late, pointed, commented]))
    .min(1, "A message needs at least one part")
    .max(100, "A message has at most 100 parts")
    .refine(
      (parts) => parts.filter(({ type }) => type === "data-comment").length <= 1,
      "A message can hand over one comment",
    )
    .refine(
      (parts) => parts.filter(({ type }) => type === "data-point").length <= MAX_POINTS,
      `A message can point at up to ${MAX_POINTS} places`,
    )
    .refine(
      (parts) =>
        parts.some(
          ({ type, ...part }) =>
            type === "file" || type === "data-answer" || ("text" in part && part.text.trim() !== ""),
        ),
      "Write something first",
    ),
  metadata: z.unknown().optional(),
});

const answer = z.strictObject({
  toolCallId: label,
  /** Id of the message that asked. Needed if a provider has used the same call id twice. */
  messageId: label.optional(),
  output: jsonValue,
});

const retry = z.strictObject({ messageId: label });

/** The body of `POST /api/chat`: a new message, the answer to an ask, or a retry of an answer. */
export const chatBody = z
  .strictObject({
    id: uuid,
    message: message.optional(),
    replaces: label.optional(),
    /** The model of the conversation, if the message starts one. */
    model: z.string().trim().min(1).max(200).optional(),
    /** The project of the conversation, if the message starts one. */
    projectId: uuid.optional(),
    answer: answer.optional(),
    retry: retry.optional(),
  })
  .refine(({ message, answer, retry }) => [message, answer, retry].filter(Boolean).length === 1, {
    message: "Send one of message, answer and retry",
  })
  .refine(
    ({ message, replaces, model, projectId }) =>
      message || [replaces, model, projectId].every((value) => value === undefined),
    { message: "replaces, model and projectId belong to a message" },
  );

/**
 * Returns true if `url` is a data: URL of this media type with valid base64. The check also rejects
 * parameters.
 */
function holds(url: string, mediaType: string): boolean {
  const head = `data:${mediaType};base64,`;
  return url.startsWith(head) && url.length % 4 === head.length % 4 && BASE64.test(url.slice(head.length));
}
