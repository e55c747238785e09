import { field, isRecord } from "@/lib/shared/chat/parts";
import {
  cleanText,
  cleanValue,
  fenced,
  list,
  type SourceMemory,
  type SourcePart,
  unknownText,
} from "./conversation";

type Json = Record<string, unknown>;

/** Converts the content of a message for reading. Unknown kinds become text, and `onUnknown` gets their names. */
export function partsOfContent(content: Json, onUnknown: (kind: string) => void): SourcePart[] {
  const kind = field(content, "content_type") ?? "text";
  const read = CONTENT[kind];
  if (read) return read(content, onUnknown);
  onUnknown(kind);
  return [{ kind: "text", text: unknownText(kind, content) }];
}

type Reader = (content: Json, onUnknown: (kind: string) => void) => SourcePart[];

const text = (value: unknown): SourcePart[] => {
  const clean = cleanText(value);
  return clean.trim() === "" ? [] : [{ kind: "text", text: clean }];
};
const reasoning = (value: string): SourcePart[] =>
  value.trim() === "" ? [] : [{ kind: "reasoning", text: value }];

const CONTENT: Record<string, Reader> = {
  text: ({ parts }, onUnknown) => list(parts).flatMap((part) => partOf(part, onUnknown)),
  multimodal_text: ({ parts }, onUnknown) => list(parts).flatMap((part) => partOf(part, onUnknown)),
  code: ({ text: code, language }) =>
    text(cleanText(code) && fenced(cleanText(code), nameOfLanguage(language))),
  execution_output: ({ text: output }) => text(cleanText(output) && fenced(cleanText(output))),
  citable_code_output: ({ output_str }) => text(cleanText(output_str) && fenced(cleanText(output_str))),
  thoughts: ({ thoughts }) =>
    reasoning(
      list(thoughts)
        .map((one) =>
          [cleanText(field(one, "summary")), cleanText(field(one, "content"))].filter(Boolean).join("\n\n"),
        )
        .join("\n\n"),
    ),
  reasoning_recap: ({ content }) => reasoning(cleanText(content)),
  tether_browsing_display: ({ result, summary }) => [...text(summary), ...text(result)],
  tether_quote: ({ title, url, text: quoted, domain }) =>
    text(
      [
        [cleanText(title) || cleanText(domain), cleanText(url)].filter(Boolean).join(": "),
        cleanText(quoted).replace(/^/gm, "> "),
      ].join("\n\n"),
    ),
  sonic_webpage: ({ title, url, text: page, snippet }) =>
    text(
      [cleanText(title), cleanText(url), cleanText(page) || cleanText(snippet)].filter(Boolean).join("\n\n"),
    ),
  system_error: ({ name, text: message }) => text(`(${cleanText(name) || "error"}) ${cleanText(message)}`),
  computer_output: ({ screenshot }, onUnknown) => partOf(screenshot, onUnknown),
};

const nameOfLanguage = (language: unknown): string =>
  typeof language === "string" && language !== "unknown" ? language : "";

function partOf(part: unknown, onUnknown: (kind: string) => void): SourcePart[] {
  if (typeof part === "string") return text(part);
  if (!isRecord(part)) return [];
  const kind = field(part, "content_type") ?? "";
  if (kind === "audio_transcription") return text(part.text);
  const pointers = [
    part.asset_pointer,
    field(part.audio_asset_pointer, "asset_pointer"),
    ...list(part.frames_asset_pointers).map((frame) => field(frame, "asset_pointer") ?? frame),
    field(part.video_container_asset_pointer, "asset_pointer"),
  ].flatMap(referenceOf);
  if (pointers.length > 0) return pointers.map((reference) => ({ kind: "file", reference, name: "" }));
  if (typeof part.text === "string") return text(part.text);
  onUnknown(kind || "part");
  return [{ kind: "text", text: unknownText(kind || "part", part) }];
}

const POINTER = /^(?:file-service|sediment):\/\/(?:.*[#/])?(file[-_][\w-]+)/;

/** Returns the id in a pointer such as `file-service://file-AbC`. */
export function referenceOf(pointer: unknown): string[] {
  const [, id] = typeof pointer === "string" ? (POINTER.exec(pointer) ?? []) : [];
  return id === undefined ? [] : [id];
}

/** Returns the files that were attached to a message and that its content does not show. */
export function attachmentsOf(metadata: unknown, shown: ReadonlySet<string>): SourcePart[] {
  return list(isRecord(metadata) ? metadata.attachments : []).flatMap((one) => {
    const reference = field(one, "id") ?? field(one, "file_id");
    if (reference === undefined || shown.has(reference)) return [];
    return [{ kind: "file" as const, reference: cleanText(reference), name: cleanText(field(one, "name")) }];
  });
}

/** Marks in private-use characters and `【…】`, which the product shows as links. */
const CITATIONS = /[ \t]*\uE200[^\uE201]{0,2000}\uE201|[ \t]*【\d+(?::\d+)?†[^】]{0,300}】/g;

/** Replaces the marks of citations by the links that `content_references` has for them, and removes the others. */
export function withCitations(content: string, metadata: unknown): string {
  let cited = content;
  for (const one of list(isRecord(metadata) ? metadata.content_references : [])) {
    const [mark, link] = [field(one, "matched_text"), field(one, "alt")];
    if (mark && link && mark.trim() !== "" && mark.length > 2)
      cited = cited.replaceAll(mark, cleanText(link));
  }
  return cited.replace(CITATIONS, "");
}

const MEMORY_LINE = /^\s*\d+\.\s*\[\d{4}-\d{2}-\d{2}\]\.?\s*/;

/** Returns the memories and instructions that the product gave to its model in a hidden message. */
export function memoriesOfContext(content: Json, metadata: unknown): SourceMemory[] {
  const given =
    isRecord(metadata) && isRecord(metadata.user_context_message_data)
      ? metadata.user_context_message_data
      : {};
  const memories = cleanText(content.model_set_context)
    .split("\n")
    .filter((line) => MEMORY_LINE.test(line))
    .map((line): SourceMemory => ({ kind: "memory", title: "", text: line.replace(MEMORY_LINE, "").trim() }));
  const about = cleanText(given.about_user_message) || unwrapped(content.user_profile);
  const wishes = cleanText(given.about_model_message) || unwrapped(content.user_instructions);
  const instructions = [about, wishes].filter((one) => one.trim() !== "");
  return [
    ...memories,
    ...instructions.map((one): SourceMemory => ({ kind: "instruction", title: "", text: one.trim() })),
  ];
}

/** The product wraps the user's text in its own sentences and a fence. */
const unwrapped = (value: unknown): string => {
  const whole = cleanText(value);
  return /```\n?([\s\S]*?)\n?```/.exec(whole)?.[1] ?? whole;
};

/** Returns the input of a call: the parsed JSON, or the text. */
export function inputOf(content: Json): unknown {
  const source =
    cleanText(content.text) ||
    list(content.parts)
      .filter((one) => typeof one === "string")
      .join("\n");
  try {
    return cleanValue(JSON.parse(source));
  } catch {
    return { text: cleanText(source) };
  }
}
