import { t } from "@/lib/shared/i18n/en/sharedChat";
import { field } from "../parts";
import type { Surface } from "./surfaces";

const MAX_CHARS = 36;

/** Returns the title of an untitled surface. */
export const titleOfKind = (kind: Surface["kind"]): string => t("titleOfKind", { kind });

/** Returns the reason why a surface was created, such as "after you said “Plan Saturday with me”". */
export function reasonOf({ because }: Surface): string | undefined {
  if (!because) return undefined;
  const line = because.what.split("\n", 1)[0]?.trim() ?? "";
  const short = line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS - 1).trimEnd()}…` : line;
  const did = because.did === "said" && line.endsWith("?") ? "asked" : because.did;
  return t("because", { did: did === "done with" ? "done" : did, what: short });
}

/**
 * Returns the state in words, such as "answered", without its time, because only the browser knows the time
 * zone.
 */
export function outcomeText({ state, kind, change }: Surface): string | undefined {
  if (kind === "browser") return undefined;
  if (change) return t("changing");
  if (state === "writing") return t("making");
  if (state === "answered" || state === "read") return t(state);
  return state === "closed" && ["form", "choice", "component", "app"].includes(kind) ? t(state) : undefined;
}

/** Returns "Idea board" for "ideaBoard" and "idea-board". */
export function nameOf(input: unknown): string | undefined {
  const name = field(input, "component");
  // A name with spaces is already written in words.
  if (name?.includes(" ")) return name;
  const spaced = name
    ?.replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim();
  return spaced && spaced.charAt(0).toUpperCase() + spaced.slice(1).replace(/\b[A-Z](?=[a-z])/g, lower);
}

const lower = (letter: string) => letter.toLowerCase();
