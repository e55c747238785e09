import { z } from "zod";
import type { Message } from "@/lib/agent/message/message";
import { dataFile } from "@/lib/shared/chat-body";
import { formatPath } from "@/lib/shared/issues";
import { MAX_MESSAGE_CHARS } from "@/lib/shared/text/too-long";
import { invalidValue, unsupported } from "./errors";

export const text = z.string().max(MAX_MESSAGE_CHARS);

const textPart = z.object({ type: z.enum(["text", "input_text", "output_text"]), text });
const refusalPart = z.object({ type: z.literal("refusal"), refusal: text });
const imagePart = z.object({
  type: z.literal("input_image"),
  image_url: z.string().nullish(),
  file_id: z.string().nullish(),
});
const imageUrlPart = z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) });
const fileFields = z.object({
  filename: z.string().max(500).nullish(),
  file_data: z.string().nullish(),
  file_url: z.string().nullish(),
  file_id: z.string().nullish(),
});
const inputFilePart = fileFields.extend({ type: z.literal("input_file") });
const filePart = z.object({ type: z.literal("file"), file: fileFields });

/** Content of a message in either format: text, or parts. */
export const content = z.union([
  text,
  z
    .array(
      z.discriminatedUnion(
        "type",
        [textPart, refusalPart, imagePart, imageUrlPart, inputFilePart, filePart],
        {
          error:
            "Send parts of type input_text, input_image or input_file (in chat completions: text, image_url or file)",
        },
      ),
    )
    .max(100),
]);
export type Content = z.output<typeof content>;

/** Returns the text of content. Throws if it contains anything else. */
export function plainText(value: Content, param: string): string {
  if (typeof value === "string") return value;
  const texts = value.map((part, at) => {
    if ("text" in part) return part.text;
    if ("refusal" in part) return part.refusal;
    throw unsupported(`${param}[${at}]`, "Only text is supported here.");
  });
  return texts.join("\n");
}

export function userParts(value: Content, param: string): Message["parts"] {
  if (typeof value === "string") return value.trim() ? [{ type: "text", text: value }] : [];
  return value.flatMap((part, at): Message["parts"] => {
    const path = `${param}[${at}]`;
    switch (part.type) {
      case "refusal":
        return [{ type: "text", text: part.refusal }];
      case "input_image":
        if (part.file_id) throw unsupported(`${path}.file_id`, NO_IDS);
        return [dataPart(part.image_url, `${path}.image_url`)];
      case "image_url":
        return [dataPart(part.image_url.url, `${path}.image_url.url`)];
      case "input_file":
        return [namedFile(part, path)];
      case "file":
        return [namedFile(part.file, `${path}.file`)];
      default:
        return part.text.trim() ? [{ type: "text", text: part.text }] : [];
    }
  });
}

const NO_IDS = "There are no uploaded files here. Send the file as a data: URL.";
const NO_FETCH = "Easel does not fetch addresses for a program. Send the file as data:TYPE;base64,BYTES.";

function namedFile(file: z.output<typeof fileFields>, path: string) {
  if (file.file_id) throw unsupported(`${path}.file_id`, NO_IDS);
  if (file.file_url) throw unsupported(`${path}.file_url`, NO_FETCH);
  return dataPart(file.file_data, `${path}.file_data`, file.filename);
}

/** Some clients write another alias of a type, or parameters such as the charset, which the message cannot have. */
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.+-]+=[^;,]*)*;base64,(.*)$/s;
const ALIASES: Record<string, string> = { "image/jpg": "image/jpeg" };

export function dataPart(url: string | null | undefined, param: string, filename?: string | null) {
  if (!url) throw invalidValue(param, `${param}: Send the file as data:TYPE;base64,BYTES.`);
  const [, type = "", bytes = ""] = DATA_URL.exec(url) ?? [];
  if (!type) {
    if (/^https?:/i.test(url)) throw unsupported(param, `${param}: ${NO_FETCH}`);
    throw invalidValue(param, `${param}: Send the file as data:TYPE;base64,BYTES.`);
  }
  const mediaType = ALIASES[type] ?? type;
  const part = { type: "file", mediaType, url: `data:${mediaType};base64,${bytes}` };
  const file = dataFile.safeParse({ ...part, ...(filename && { filename }) });
  if (file.success) return file.data;
  throw invalidValue(param, `${param}: ${file.error.issues[0]?.message ?? "This is no valid data: URL"}.`);
}

export const paramOf = (...path: PropertyKey[]): string => formatPath(path);
