import { isRecord } from "@/lib/shared/chat/parts";
import type { Kind } from "@/lib/shared/history";

/** What a file would make live of a thing, as the content of a revision; null where it has none. */
export function contentIn(file: unknown, kind: Kind, name: string): unknown {
  if (!isRecord(file)) return null;
  if (kind === "system_prompt") return file.prompt;
  if (kind === "learned_notes") return file.notes;
  if (kind === "state") {
    const entry = find(file.state, "key", name);
    return entry ? { value: entry.value } : null;
  }
  const entry = find(file[kind === "tool" ? "tools" : "components"], "name", name);
  if (!entry) return null;
  const { name: _, enabled: __, ...content } = entry;
  return content;
}

const find = (list: unknown, key: string, name: string) =>
  Array.isArray(list)
    ? list.find((one): one is Record<string, unknown> => isRecord(one) && one[key] === name)
    : undefined;
