import { t } from "@/lib/shared/i18n/en/chatModelView";
import { t as tools } from "@/lib/shared/i18n/en/tools";
import type { AssembledPrompt } from "@/lib/shared/tools/assembled";
import { titleOfToolset } from "@/lib/shared/tools/titles";

type Part = Pick<AssembledPrompt["parts"][number], "id" | "title" | "family">;

/** Keys of titles by the ids of parts that are no toolsets. */
const KEYS = {
  identity: "partIdentity",
  tables: "partTables",
  documents: "partDocuments",
  schedule: "partSchedule",
  "code-hint": "partCodeHint",
  trials: "partTrials",
  recalled: "partRecalled",
  clock: "partClock",
  "web-text": "partWebText",
  refused: "partRefused",
} as const;

/** Translates the title of a part, if it is a known one. A toolset and another part may have the same id. */
export function titleOfPart(part: Part): string {
  const { id, title, family } = part;
  if (family) return t("partFamily", { family: tools("familyTitle", { id: family }) });
  const key = Object.hasOwn(KEYS, id) ? KEYS[id as keyof typeof KEYS] : undefined;
  return key && t.messages[key] === title ? t(key) : titleOfToolset(part);
}
