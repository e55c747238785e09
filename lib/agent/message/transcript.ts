import { pointWords } from "@/lib/shared/chat/points";
import { changeIn } from "@/lib/shared/chat/surfaces/sheet-change";
import { sentSheetWords } from "@/lib/shared/chat/surfaces/sheets";
import { bytesOf, textTokens } from "./estimate";
import { preparedFilesOf } from "./given-files";
import { isOpen, isToolPart, type Message, type Part, type ToolPart, toolName } from "./message";
import { webNote } from "./notes";
import { withoutPicture } from "./pictures";
import { preparedFileOf } from "./prepared-file";
import { takeoverText } from "./takeover-words";

export type Most = { said: number; answered: number; called: number };

export const ROOMY: Most = { said: 20_000, answered: 10_000, called: 6_000 };
export const isShortest = ({ said }: Most): boolean => said <= SHORTEST;
const SHORTEST = 120;

/** Returns a conversation as plain text with long texts shortened. Each piece is a message or step. */
export function transcript(messages: readonly Pick<Message, "role" | "parts">[], most = ROOMY): string[] {
  return messages
    .map(({ role, parts }) => parts.flatMap((part) => lines(role, part, most)).join("\n"))
    .filter(Boolean);
}

/**
 * Shortens a conversation without a model: all texts are shortened until they fit into `tokens`, then the
 * oldest are omitted.
 */
export function shortened(messages: readonly Pick<Message, "role" | "parts">[], tokens: number): string {
  for (let most: Most = ROOMY; ; most = halved(most)) {
    const pieces = transcript(messages, most);
    if (isShortest(most) || textTokens(pieces.join("\n\n")) <= tokens) return newest(pieces, tokens);
  }
}

function newest(pieces: readonly string[], tokens: number): string {
  const most = bytesOf(tokens);
  let bytes = 0;
  const first = pieces.findLastIndex((piece) => {
    bytes += Buffer.byteLength(piece) + 2;
    return bytes > most;
  });
  const left = pieces.slice(first + 1);
  const note = first < 0 ? [] : [`(${first + 1} earlier pieces are left out.)`];
  return [...note, ...left].join("\n\n");
}

/**
 * Cuts the middle of a text. Keeps `maxChars` characters: three quarters from the start, the rest from the end.
 */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  const [head, tail] = [text.slice(0, most - end), text.slice(text.length - end)];
  return `${head.toWellFormed()} […${text.length - most} characters cut…] ${tail.toWellFormed()}`;
}

export const halved = ({ said, answered, called }: Most): Most => ({
  said: half(said),
  answered: half(answered),
  called: half(called),
});

const half = (count: number) => Math.max(SHORTEST, Math.floor(count / 2));

function lines(role: Message["role"], part: Part, most: Most): string[] {
  if (part.type === "file") {
    const words = preparedFileOf(part)?.words;
    return [
      `User sent the file ${words ? cutMiddle(words, most.said) : `${part.filename ?? part.mediaType}.`}`,
    ];
  }
  if (part.type === "data-browser") return [`User: ${cutMiddle(takeoverText(part.data), most.said)}`];
  if (part.type === "data-answer")
    return [`User: ${cutMiddle(sentSheetWords(part.data), most.said)}`, ...filesOf(part, most.said)];
  if (part.type === "data-point") return [`User: ${cutMiddle(pointWords(part.data), most.said)}`];
  if (part.type === "data-session")
    return [`Summary of an earlier session: ${cutMiddle(part.data.summary, most.answered)}`];
  if (part.type === "text") {
    if (!part.text.trim()) return [];
    const text = part.text.trim();
    return role === "user"
      ? [`User: ${cutMiddle(text, most.said)}`]
      : [`Agent: ${cutMiddle(text, most.answered)}`];
  }
  return isToolPart(part) ? [call(part, most)] : [];
}

function call(part: ToolPart, { called }: Most): string {
  const head = `Agent called ${toolName(part)} (call ${part.toolCallId}) ${cutMiddle(json(changeIn(part)?.wrote ?? part.input), called)}`;
  if (isOpen(part)) return `${head}\n  The call was never finished.`;
  const said = (text: string) => {
    const [note] = webNote(part);
    return note ? `(${note}) ${cutMiddle(inOneLine(text), called)}` : cutMiddle(text, called);
  };
  if (part.state === "output-available")
    return [
      `${head}\n  It returned: ${said(json(withoutPicture(part.output)))}`,
      ...filesOf(part, called),
    ].join("\n  ");
  if (part.state === "output-denied")
    return `${head}\n  The user refused it. ${cutMiddle(part.approval.reason ?? "", called)}`;
  return `${head}\n  It failed: ${said(part.errorText ?? "")}`;
}

const filesOf = (part: Part, most: number): string[] =>
  preparedFilesOf(part).map(({ words }) => `With the file ${cutMiddle(words, most)}`);

/** A line of foreign text could imitate the start of a user message. */
const inOneLine = (text: string): string => text.replace(/\s*[\r\n\u0085\u2028\u2029]\s*/g, " ⏎ ");

const json = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"));
