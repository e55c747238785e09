import { z } from "zod";

type ModelResult = {
  server: string;
  text?: string;
  structured?: unknown;
  image?: string;
  mediaType?: string;
  resources?: { uri: string; name?: string; mediaType?: string; text?: string }[];
};

/** Maximum characters of an image as base64. */
const MAX_IMAGE = 6_000_000;
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;
const BASE64 = /^[A-Za-z0-9+/\s]*=*\s*$/;

const content = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.literal("image"), data: z.string(), mimeType: z.string() }),
  z.looseObject({ type: z.literal("audio"), data: z.string(), mimeType: z.string() }),
  z.looseObject({
    type: z.literal("resource_link"),
    uri: z.string(),
    name: z.string().optional(),
    mimeType: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal("resource"),
    resource: z.looseObject({
      uri: z.string(),
      mimeType: z.string().optional(),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  }),
]);

type Result = { content?: readonly unknown[]; structuredContent?: unknown };

/**
 * Converts a result: texts are joined, structured content and resources are kept, and the first image is
 * extracted.
 */
export function toModelResult(server: string, result: Result): ModelResult {
  const textParts: string[] = [];
  let image: Pick<ModelResult, "image" | "mediaType"> | undefined;
  const resources: NonNullable<ModelResult["resources"]> = [];
  for (const item of result.content ?? []) {
    const parsed = content.safeParse(item);
    if (!parsed.success) {
      textParts.push("(content of an unknown type)");
      continue;
    }
    const one = parsed.data;
    if (one.type === "text") textParts.push(one.text.toWellFormed());
    else if (one.type === "image" && !image && isImage(one))
      image = { image: one.data.replace(/\s/g, ""), mediaType: one.mimeType };
    else if (one.type === "image" || one.type === "audio")
      textParts.push(
        `(${one.type}, ${one.mimeType.slice(0, 100)}, ${one.data.length} characters of base64: not shown)`,
      );
    else if (one.type === "resource_link") {
      const { uri, name, mimeType } = one;
      resources.push({ uri, ...(name && { name }), ...(mimeType && { mediaType: mimeType }) });
    } else {
      const { uri, mimeType, text } = one.resource;
      resources.push({ uri, ...(mimeType && { mediaType: mimeType }), ...(text !== undefined && { text }) });
    }
  }
  const structuredContent = isWritable(result.structuredContent) ? result.structuredContent : undefined;
  if (structuredContent === undefined && result.structuredContent !== undefined)
    textParts.push("(structured content that is nested too deeply: not shown)");
  const text = textParts.join("\n");
  return {
    server,
    // Omit the text if it repeats the structured content. Servers send both for clients that support only text.
    ...(text && !repeats(text, structuredContent) && { text }),
    ...(structuredContent !== undefined && { structured: structuredContent }),
    ...image,
    ...(resources.length > 0 && { resources }),
  };
}

function isWritable(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

const isImage = ({ data, mimeType }: { data: string; mimeType: string }): boolean =>
  IMAGE.test(mimeType) && data.length <= MAX_IMAGE && BASE64.test(data);

function repeats(text: string, structured: unknown): boolean {
  if (structured === undefined) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}
