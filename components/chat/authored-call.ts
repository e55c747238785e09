import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Kind } from "@/lib/shared/kinds";

type Thing = { kind: Kind; name: string };

/** The thing of which a call writes a version; undefined for calls that write none. */
export function authoredThing(toolName: string, input: unknown): Thing | undefined {
  const { writes: kind, subject, writtenName } = factsOfTool(toolName) ?? {};
  if (!kind) return undefined;
  const name = writtenName ? writtenName(input) : subject ? field(input, subject) : kind;
  return name === undefined ? undefined : { kind, name };
}

/** Whether a call gives only the fields that it changes of a thing and keeps the rest. */
export const isUpdate = (toolName: string): boolean => factsOfTool(toolName)?.isUpdate === true;

/** What a thing would hold after such a call, from what it holds now. */
export function updatedContent(input: unknown, before: unknown): unknown {
  if (!isRecord(input) || !isRecord(before)) return before;
  const { name: _name, version: _version, ...change } = input;
  return { ...before, ...change };
}
