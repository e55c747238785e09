import { isRecord } from "@/lib/shared/chat/parts";
import { FILE_PLACE, isPart, type Kind } from "@/lib/shared/kinds";

/**
 * Returns the revision content that importing `file` would store for an item, or null if the file has none.
 */
export function contentIn(file: unknown, kind: Kind, name: string): unknown {
  if (!isRecord(file) || !isPart(kind)) return null;
  const { field, key } = FILE_PLACE[kind];
  if (key === undefined) return file[field];
  const entry = find(file[field], key, name);
  if (!entry) return null;
  const { [key]: _, enabled: __, ...content } = entry;
  return content;
}

const find = (list: unknown, key: string, name: string) =>
  Array.isArray(list)
    ? list.find((one): one is Record<string, unknown> => isRecord(one) && one[key] === name)
    : undefined;
