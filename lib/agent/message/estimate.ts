import type { ToolSet } from "ai";
import { describePoint } from "@/lib/shared/chat/points";
import { sessionPrompt } from "@/lib/shared/chat/session";
import { changeIn } from "@/lib/shared/chat/surfaces/sheet-change";
import { describeSentSurface } from "@/lib/shared/chat/surfaces/sheets";
import { describeComment } from "@/lib/shared/comments/view";
import { filesInAnswer, preparedFilesOf } from "./answer-files";
import { imageIn, withoutImage } from "./images";
import { isOpen, isToolPart, type Message, type Part, type ToolPart } from "./message";
import { preparedFileOf } from "./prepared-file";
import { takeoverText } from "./takeover-text";

/*
 * Token estimates without a tokenizer, because many models publish none. The provider's counts correct them.
 */

/** Context window in tokens that is assumed for unknown models. A model with a smaller one reports an error. */
export const CONTEXT = 128_000;
/** An average: higher for prose, lower for JSON and code. */
const BYTES_A_TOKEN = 3.5;
const CALL_TOKENS = 20;
/** Providers scale images down, so that an image costs about this much. */
const IMAGE_TOKENS = 1_500;
const BASE64_A_TOKEN_OF_A_DOCUMENT = 40;

export const textTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);

export const bytesOf = (tokens: number): number => Math.floor(tokens * BYTES_A_TOKEN);

export const messageTokens = ({ parts }: Pick<Message, "parts">): number =>
  parts.reduce((sum, part) => sum + partTokens(part), 4);

export const writtenTokens = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (isToolPart(part) ? contentTokens(part) : partTokens(part)), 0);

const tokenCounts = new WeakMap<object, number>();

function partTokens(part: Part): number {
  if (part.type === "text" || part.type === "reasoning") return textTokens(part.text);
  if (part.type === "data-browser") return textTokens(takeoverText(part.data));
  if (part.type === "data-answer") return textTokens(describeSentSurface(part.data)) + fileTokensIn(part);
  if (part.type === "data-point") return textTokens(describePoint(part.data));
  if (part.type === "data-comment") return textTokens(describeComment(part.data));
  if (part.type === "data-session") return textTokens(sessionPrompt(part.data));
  if (part.type === "file") return preparedFileOf(part)?.tokens ?? fileTokens(part);
  if (!isToolPart(part)) return 0;
  const image = imageIn(part);
  if (image) return CALL_TOKENS + contentTokens(part) + (image.isLookedAt ? IMAGE_TOKENS : 0);
  const before = tokenCounts.get(part);
  if (before !== undefined) return before;
  const tokens = CALL_TOKENS + contentTokens(part) + fileTokensIn(part);
  if (!isOpen(part) && filesInAnswer(part).length === 0) tokenCounts.set(part, tokens);
  return tokens;
}

const fileTokensIn = (part: Part): number =>
  preparedFilesOf(part).reduce((sum, { tokens }) => sum + tokens, 0);

function contentTokens(part: ToolPart): number {
  const { output, errorText, approval } = part;
  const input = changeIn(part)?.wrote ?? part.input;
  return Math.ceil(sizeOf([input, withoutImage(output), errorText, approval?.reason]) / BYTES_A_TOKEN);
}

function fileTokens({ mediaType, url }: Extract<Part, { type: "file" }>): number {
  if (mediaType.startsWith("text/")) return Math.ceil((url.length * 0.75) / BYTES_A_TOKEN);
  if (mediaType.startsWith("image/")) return IMAGE_TOKENS;
  return IMAGE_TOKENS + Math.ceil(url.length / BASE64_A_TOKEN_OF_A_DOCUMENT);
}

export const toolTokens = (tools: ToolSet): number =>
  Object.entries(tools).reduce((sum, [name, tool]) => sum + name.length / BYTES_A_TOKEN + oneTool(tool), 0);

function oneTool(tool: ToolSet[string]): number {
  const before = tokenCounts.get(tool);
  if (before !== undefined) return before;
  const tokens = CALL_TOKENS + Math.ceil(sizeOf([tool.description, tool.inputSchema]) / BYTES_A_TOKEN);
  tokenCounts.set(tool, tokens);
  return tokens;
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value) + 2;
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + sizeOf(item) + 1, 2);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).reduce((sum, [key, field]) => sum + key.length + 4 + sizeOf(field), 2);
  return value === undefined || typeof value === "function" ? 0 : 5;
}
