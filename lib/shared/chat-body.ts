import { z } from "zod";
import { label, uuid } from "./ids";

const DATA_URL = /^data:[\w.+-]+\/[\w.+-]+(;[\w=.+-]+)*,/;

const text = z.strictObject({
  type: z.literal("text"),
  text: z.string().max(1_000_000),
  state: z.literal("done").optional(),
});
const file = z.strictObject({
  type: z.literal("file"),
  mediaType: z.string().min(1).max(200),
  filename: z.string().max(500).optional(),
  // An address would be fetched by the server or the provider on the person's behalf.
  url: z.string().regex(DATA_URL, "A file is sent as a data: URL"),
});

const message = z.strictObject({
  id: label.optional(),
  role: z.literal("user", "Only a person's message (role user) can be sent"),
  parts: z
    .array(z.discriminatedUnion("type", [text, file]))
    .min(1, "A message needs at least one part")
    .max(100)
    .refine(
      (parts) => parts.some((part) => part.type === "file" || part.text.trim() !== ""),
      "Write something first",
    ),
  metadata: z.json().optional(),
});

const answer = z.strictObject({
  toolCallId: label,
  /** Says which message asked, where a provider has used the call id twice. */
  messageId: label.optional(),
  output: z.json(),
});

/** What `POST /api/chat` takes: something new to say, or the answer to an ask. */
export const chatBody = z
  .strictObject({ id: uuid, message: message.optional(), answer: answer.optional() })
  .refine((body) => (body.message === undefined) !== (body.answer === undefined), {
    message: "Send either a message or an answer",
  });
