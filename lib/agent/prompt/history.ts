import { convertToModelMessages, type ModelMessage } from "ai";
import { filesInAnswer, preparedFilesOf } from "@/lib/agent/message/answer-files";
import { inputForModel } from "@/lib/agent/message/broken-input";
import {
  type ImageOutput,
  imageTools,
  withImageAsText,
  withImages,
  withImagesApart,
} from "@/lib/agent/message/images";
import {
  isOpen,
  isToolPart,
  type Message,
  type Part,
  type ToolPart,
  toolName,
} from "@/lib/agent/message/message";
import { withNotes } from "@/lib/agent/message/notes";
import { asParts, type PreparedFile, preparedFileOf } from "@/lib/agent/message/prepared-file";
import { takeoverText } from "@/lib/agent/message/takeover-text";
import { showsSurface } from "@/lib/shared/chat/built-in-tools";
import type { FromSurface } from "@/lib/shared/chat/from-surface";
import { field, isRecord } from "@/lib/shared/chat/parts";
import { describePoint } from "@/lib/shared/chat/points";
import { sessionPrompt } from "@/lib/shared/chat/session";
import { changeIn } from "@/lib/shared/chat/surfaces/sheet-change";
import { describeSentSurface } from "@/lib/shared/chat/surfaces/sheets";
import { surfaceKey } from "@/lib/shared/chat/surfaces/surface-key";
import { describeComment } from "@/lib/shared/comments/view";
import { fileIdOf } from "@/lib/shared/file-address";

const UNFINISHED = "This call was never finished.";

/**
 * Converts stored messages for the model. Providers refuse empty messages, calls without a result and inputs
 * that are not objects; any of them would make all later turns fail. `picturesApart`: the model accepts only
 * text from tools.
 */
export async function toModelMessages(
  messages: readonly Message[],
  { picturesApart: imagesApart = false } = {},
): Promise<ModelMessage[]> {
  const nonEmpty = messages.filter(({ parts }) => parts.some(isContent));
  const presented = await Promise.all(
    nonEmpty.map(async (message) => {
      const parts = await Promise.all(
        message.parts.filter(isSent).map((part) => presentable(part, message.id)),
      );
      return { ...message, parts: parts.flat() };
    }),
  );
  const converted = await convertToModelMessages(presented, { tools: imageTools(presented) });
  return imagesApart ? withImagesApart(converted) : converted;
}

/**
 * Omits blank text, and reasoning without content after it in the step, which an interrupted answer leaves:
 * providers refuse both.
 */
const isSent = (part: Part, at: number, parts: readonly Part[]): boolean => {
  if (part.type !== "reasoning") return isNotBlank(part);
  const rest = parts.slice(at + 1);
  const end = rest.findIndex(({ type }) => type === "step-start");
  return (end < 0 ? rest : rest.slice(0, end)).some(isContent);
};

/** Returns true if a part has content. A message without such parts is empty. */
export const isContent = (part: Part): boolean =>
  (part.type === "text" && isNotBlank(part)) ||
  part.type === "file" ||
  part.type === "data-browser" ||
  part.type === "data-answer" ||
  part.type === "data-session" ||
  isToolPart(part);

const isNotBlank = (part: Part) => part.type !== "text" || part.text.trim() !== "";

function presentable(part: Part, messageId: string): Part | Part[] | Promise<Part[]> {
  if (part.type === "file") return presentableFile(part);
  if (part.type === "data-browser") return { type: "text", text: takeoverText(part.data) };
  if (part.type === "data-sheet") return surfaceNote(part.data);
  if (part.type === "data-answer") return answerWithFiles(part);
  if (part.type === "data-point") return { type: "text", text: describePoint(part.data) };
  if (part.type === "data-comment") return { type: "text", text: describeComment(part.data) };
  if (part.type === "data-session") return { type: "text", text: sessionPrompt(part.data) };
  if (!isToolPart(part)) return part;
  const { toolCallId, type, callProviderMetadata } = part;
  const input = changeIn(part)?.wrote ?? (isRecord(part.input) ? part.input : inputForModel(part));
  if (isOpen(part))
    return { type, toolCallId, state: "output-error", input, errorText: UNFINISHED, callProviderMetadata };
  const prepared = { ...withNotes(withSurface(withImageAsText(part), messageId)), input } as ToolPart;
  return filesInAnswer(part).length === 0 ? prepared : withFiles(prepared, preparedFilesOf(part));
}

/**
 * Adds the attached files to the answer of a form: their readable text, and the images for the model to see.
 */
async function withFiles(part: ToolPart, files: readonly PreparedFile[]): Promise<Part[]> {
  const fullText = files.map(({ text, look, fullText }) => (look?.kind === "document" ? fullText : text));
  const images = await Promise.all(files.map((file) => (file.look?.kind === "picture" ? asParts(file) : [])));
  const shown = images.flat().flatMap((one) => (one.type === "file" ? imageAt(one.url) : []));
  return [{ ...part, output: withImages({ ...Object(part.output), files: fullText }, shown) } as Part];
}

function imageAt(url: string): ImageOutput[] {
  const [, mediaType, image] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return image === undefined ? [] : [{ image, mediaType }];
}

async function answerWithFiles(part: Extract<Part, { type: "data-answer" }>): Promise<Part[]> {
  const files = await Promise.all(preparedFilesOf(part).map(asParts));
  return [{ type: "text", text: describeSentSurface(part.data) }, ...files.flat()];
}

/**
 * Adds the surface's id to the result of a call that shows one, so that the model can change it. A result with
 * a field `surface` stays unchanged.
 */
function withSurface(part: ToolPart, messageId: string): ToolPart {
  if (part.state !== "output-available" || !showsSurface(toolName(part))) return part;
  const { input, output, toolCallId } = part;
  if (!isRecord(output) || Object.hasOwn(output, "surface")) return part;
  const surface = field(input, "surface") ?? surfaceKey(messageId, toolCallId);
  return { ...part, output: { ...output, surface } };
}

/** Tells the model that a component sent this text for the user, who clicked in it. */
const surfaceNote = ({ title, failure }: FromSurface): Part[] | Part =>
  failure === undefined
    ? { type: "text", text: `(The surface “${title}” sent this for the user, who clicked in it.)` }
    : [];

function presentableFile(part: Extract<Part, { type: "file" }>): Part | Promise<Part[]> {
  const prepared = preparedFileOf(part);
  if (prepared) return asParts(prepared);
  // Send only the name, because providers cannot fetch a URL of this server.
  if (fileIdOf(part.url)) return { type: "text", text: `${part.filename ?? "A file"} was attached here.` };
  return asText(part) ?? part;
}

/** Converts a text file to text: every model reads text, but only some read files. */
function asText({ mediaType, url, filename = "file" }: Extract<Part, { type: "file" }>): Part | undefined {
  const [, base64] = /^data:text\/[^,]*;base64,(.*)$/s.exec(url) ?? [];
  if (!mediaType.startsWith("text/") || base64 === undefined) return undefined;
  return { type: "text", text: `${filename}:\n\n${Buffer.from(base64, "base64").toString("utf8")}` };
}
