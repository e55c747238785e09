import { describePoint } from "@/lib/shared/chat/points";
import { changeIn } from "@/lib/shared/chat/surfaces/sheet-change";
import { describeSentSurface } from "@/lib/shared/chat/surfaces/sheets";
import { describeComment } from "@/lib/shared/comments/view";
import { preparedFilesOf } from "./answer-files";
import { bytesOf, textTokens } from "./estimate";
import { withoutImage } from "./images";
import { isOpen, isToolPart, type Message, type Part, type ToolPart, toolName } from "./message";
import { webNote } from "./notes";
import { preparedFileOf } from "./prepared-file";
import { takeoverText } from "./takeover-text";

export type TextLimits = { userChars: number; agentChars: number; callChars: number };

export const INITIAL_LIMITS: TextLimits = { userChars: 20_000, agentChars: 10_000, callChars: 6_000 };
export const isShortest = ({ userChars }: TextLimits): boolean => userChars <= MIN_CHARS;
const MIN_CHARS = 120;

/** Returns a conversation as plain text with long texts shortened. Each piece is a message or step. */
export function transcript(
  messages: readonly Pick<Message, "role" | "parts">[],
  limits = INITIAL_LIMITS,
): string[] {
  return messages
    .map(({ role, parts }) => parts.flatMap((part) => lines(role, part, limits)).join("\n"))
    .filter(Boolean);
}

/**
 * Shortens a conversation without a model: all texts are shortened until they fit into `tokens`, then the
 * oldest are omitted.
 */
export function shortened(messages: readonly Pick<Message, "role" | "parts">[], tokens: number): string {
  for (let limits: TextLimits = INITIAL_LIMITS; ; limits = halved(limits)) {
    const pieces = transcript(messages, limits);
    if (isShortest(limits) || textTokens(pieces.join("\n\n")) <= tokens) return newest(pieces, tokens);
  }
}

function newest(pieces: readonly string[], tokens: number): string {
  const maxBytes = bytesOf(tokens);
  let bytes = 0;
  const first = pieces.findLastIndex((piece) => {
    bytes += Buffer.byteLength(piece) + 2;
    return bytes > maxBytes;
  });
  const left = pieces.slice(first + 1);
  const note = first < 0 ? [] : [`(${first + 1} earlier pieces are left out.)`];
  return [...note, ...left].join("\n\n");
}

/**
 * Cuts the middle of a text. Keeps `maxChars` characters: three quarters from the start, the rest from the end.
 */
export function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = Math.floor(maxChars / 4);
  const [head, tail] = [text.slice(0, maxChars - end), text.slice(text.length - end)];
  return `${head.toWellFormed()} […${text.length - maxChars} characters cut…] ${tail.toWellFormed()}`;
}

export const halved = ({ userChars, agentChars, callChars }: TextLimits): TextLimits => ({
  userChars: half(userChars),
  agentChars: half(agentChars),
  callChars: half(callChars),
});

const half = (count: number) => Math.max(MIN_CHARS, Math.floor(count / 2));

function lines(role: Message["role"], part: Part, limits: TextLimits): string[] {
  if (part.type === "file") {
    const fullText = preparedFileOf(part)?.fullText;
    return [
      `User sent the file ${fullText ? cutMiddle(fullText, limits.userChars) : `${part.filename ?? part.mediaType}.`}`,
    ];
  }
  if (part.type === "data-browser") return [`User: ${cutMiddle(takeoverText(part.data), limits.userChars)}`];
  if (part.type === "data-answer")
    return [
      `User: ${cutMiddle(describeSentSurface(part.data), limits.userChars)}`,
      ...filesOf(part, limits.userChars),
    ];
  if (part.type === "data-point") return [`User: ${cutMiddle(describePoint(part.data), limits.userChars)}`];
  if (part.type === "data-comment")
    return [`User: ${cutMiddle(describeComment(part.data), limits.userChars)}`];
  if (part.type === "data-session")
    return [`Summary of an earlier session: ${cutMiddle(part.data.summary, limits.agentChars)}`];
  if (part.type === "text") {
    if (!part.text.trim()) return [];
    const text = part.text.trim();
    return role === "user"
      ? [`User: ${cutMiddle(text, limits.userChars)}`]
      : [`Agent: ${cutMiddle(text, limits.agentChars)}`];
  }
  return isToolPart(part) ? [call(part, limits)] : [];
}

function call(part: ToolPart, { callChars }: TextLimits): string {
  const head = `Agent called ${toolName(part)} (call ${part.toolCallId}) ${cutMiddle(json(changeIn(part)?.wrote ?? part.input), callChars)}`;
  if (isOpen(part)) return `${head}\n  The call was never finished.`;
  const quote = (text: string) => {
    const [note] = webNote(part);
    return note ? `(${note}) ${cutMiddle(inOneLine(text), callChars)}` : cutMiddle(text, callChars);
  };
  if (part.state === "output-available")
    return [
      `${head}\n  It returned: ${quote(json(withoutImage(part.output)))}`,
      ...filesOf(part, callChars),
    ].join("\n  ");
  if (part.state === "output-denied")
    return `${head}\n  The user refused it. ${cutMiddle(part.approval.reason ?? "", callChars)}`;
  return `${head}\n  It failed: ${quote(part.errorText ?? "")}`;
}

const filesOf = (part: Part, maxChars: number): string[] =>
  preparedFilesOf(part).map(({ fullText }) => `With the file ${cutMiddle(fullText, maxChars)}`);

/** Joins the lines of foreign text, because a line of it could imitate the start of a user message. */
const inOneLine = (text: string): string => text.replace(/\s*[\r\n\u0085\u2028\u2029]\s*/g, " ⏎ ");

const json = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"));
