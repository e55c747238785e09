import { preparedFilesOf } from "@/lib/agent/message/answer-files";
import { isToolPart, type Message, toolName } from "@/lib/agent/message/message";
import { preparedFileOf } from "@/lib/agent/message/prepared-file";
import { webOf } from "@/lib/shared/chat/web";
import type { Tool } from "@/lib/tools/toolsets/define";
import { isFromElsewhere, ownText } from "./known-sites";
import { hasSecret } from "./secrets";
import { siteOf } from "./site";

/** Kinds of data that tools read and that tell nothing about the user. */
const PUBLIC: ReadonlySet<string> = new Set(["web", "components", "tools"]);

/** Parts of the prompt that contain values which the agent stores. */
const STORED_PARTS: ReadonlySet<string> = new Set([
  ...["documents", "whatsapp", "code-hint", "memory", "recalled"],
]);
/** Parts of the prompt that the user may have written, and which are private only if they contain a secret. */
const WRITTEN_PARTS: ReadonlySet<string> = new Set(["tables", "schedule"]);

/**
 * Returns the parts of a prompt that tell something private. The system prompt is written by the user; together
 * with learned notes it is private.
 */
export const privatePartsOf = (
  parts: readonly { id: string; text: string }[],
  systemPrompt: string,
): string[] =>
  parts.flatMap(({ id, text }) => {
    const isWritten = id === "identity" ? text.trim() === systemPrompt.trim() : WRITTEN_PARTS.has(id);
    const isPrivate = isWritten ? hasSecret(text) : id === "identity" || STORED_PARTS.has(id);
    return isPrivate ? [id] : [];
  });

/** Returns true if a call of the tool can read private data while it runs and then send requests. */
export const readsPrivate = ({ hints, served }: Tool): boolean =>
  served === undefined && (hints.reads ?? []).some((kind) => !PUBLIC.has(kind));

const valuesText = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? Object.values(value).map(valuesText).join(" ")
    : String(value);

/**
 * Returns from where a conversation has read private data: the kinds of stored data, the servers that answered,
 * and the user's own secrets. `toolOf` finds a tool by its name; what a missing tool has read counts as private.
 */
export function privateSourcesOf(
  messages: readonly Message[],
  toolOf: (name: string) => Tool | undefined,
): Set<string> {
  const sources = new Set<string>();
  for (const message of messages) {
    const { role, parts, metadata } = message;
    // The task or result of another conversation can contain what that conversation has read.
    if (role === "user" && isFromElsewhere(message)) sources.add("conversation");
    for (const part of parts) {
      if (role === "user" && part.type === "text" && hasSecret(ownText(part.text, metadata?.cause)))
        sources.add("message");
      if (part.type === "file" || preparedFileOf(part) || preparedFilesOf(part).length > 0)
        sources.add("files");
      if (!isToolPart(part) || part.state === "input-streaming") continue;
      const tool = toolOf(toolName(part));
      if (!tool || tool.served) for (const place of webOf(part)) sources.add(siteOf(place));
      if (!tool) sources.add("tool");
      else if (tool.pauses && part.state === "output-available" && hasSecret(valuesText(part.output)))
        sources.add("message");
      if (tool) for (const kind of tool.hints.reads ?? []) if (!PUBLIC.has(kind)) sources.add(kind);
    }
  }
  return sources;
}
