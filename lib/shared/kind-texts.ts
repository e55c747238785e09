import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shared";
import { boardContent, type Tile } from "./boards/content";
import { componentContent } from "./components/contract";
import { databaseCopy, tablesOfCopy, whyCopied } from "./data/database-copy";
import { collectionVersion, insideOf, whatChanged } from "./data/documents-version";
import { rowChanges } from "./data/row-changes";
import { blockContent, factContent, jobContent, stateContent, toolContent } from "./kind-contents";
import type { Kind } from "./kinds";
import { projectContent } from "./projects/content";
import { skillContent } from "./skills/contract";

export type RevisionText = { title: string; text: string; isProse: boolean };

type KindTexts = {
  /** Returns the item for use within a sentence, such as "the tool weather". */
  label(name: string): string;
  /** Returns the parts of a version; null if the content does not match the kind. */
  parts(content: unknown): RevisionText[] | null;
};

const prose = (title: string, text: string): RevisionText => ({ title, text, isProse: true });
const code = (title: string, text: string): RevisionText => ({ title, text, isProse: false });
const json = (title: string, value: unknown): RevisionText =>
  code(title, value === undefined ? "" : JSON.stringify(value, null, 2));

const describeTile = ({ title, source, x, y, w, h }: Tile): string => {
  const what = "component" in source ? t("component", { name: source.component }) : t("aSheet");
  const place = { what, size: `${w} × ${h}`, column: `${x + 1}`, row: `${y + 1}` };
  return `${title ? `${title}, ` : ""}${t("tilePlace", place)}`;
};

const textKind = (label: () => string): KindTexts => ({
  label,
  parts: (content) => (typeof content === "string" ? [prose(common("text"), content)] : null),
});

const TEXTS: Record<Kind, KindTexts> = {
  system_prompt: textKind(() => t("systemPrompt")),
  learned_notes: textKind(() => t("learnedNotes")),
  tool: {
    label: (name) => t("tool", { name }),
    parts(content) {
      const { data } = toolContent.safeParse(content);
      if (!data) return null;
      return [
        prose(common("description"), data.description),
        json(common("parameters"), data.parameter_schema),
        code(common("code"), data.code),
        json(common("limits"), data.limits ?? undefined),
      ];
    },
  },
  component: {
    label: (name) => t("component", { name }),
    parts(content) {
      const { data } = componentContent.safeParse(content);
      if (!data) return null;
      return [
        prose(common("description"), data.description),
        json(t("props"), data.props_schema ?? undefined),
        code(common("code"), data.code),
      ];
    },
  },
  skill: {
    label: (name) => t("skill", { name }),
    parts(content) {
      const { data } = skillContent.safeParse(content);
      if (!data) return null;
      const binary = data.files.flatMap((file) =>
        "text" in file ? [] : [t("skillFile", { path: file.path, bytes: `${file.size}` })],
      );
      return [
        prose(common("instructions"), data.markdown),
        ...data.files.flatMap((file) => ("text" in file ? [code(file.path, file.text)] : [])),
        ...(binary.length > 0 ? [code(common("files"), binary.join("\n"))] : []),
      ];
    },
  },
  state: {
    label: (name) => t("stateKey", { name }),
    parts(content) {
      const { data } = stateContent.safeParse(content);
      return data ? [json(t("value"), data.value ?? null)] : null;
    },
  },
  job: {
    label: () => t("aJob"),
    parts(content) {
      const { data } = jobContent.safeParse(content);
      if (!data) return null;
      return [
        prose(common("name"), data.name),
        prose(t("instruction"), data.instruction),
        json(common("when"), { kind: data.kind, ...data.spec }),
      ];
    },
  },
  memory_blob: textKind(() => t("itsMemory")),
  block: {
    label: (name) =>
      name.startsWith("archive:") ? t("archiveEntry", { name: name.slice(8) }) : t("memoryBlock", { name }),
    parts(content) {
      const { data } = blockContent.safeParse(content);
      if (!data) return null;
      const { kind, permission, charLimit } = data;
      return [
        prose(common("text"), data.text),
        prose(common("description"), data.description),
        code(common("settings"), t("blockSettings", { kind, permission, limit: `${charLimit}` })),
      ];
    },
  },
  db_schema: textKind(() => t("itsCollectionNotes")),
  memory: {
    label: () => t("aFact"),
    parts(content) {
      const { data } = factContent.safeParse(content);
      if (!data) return null;
      const { layer, category, certainty } = data;
      const kind = category ? `${layer}, ${category}` : layer;
      const settings = t("factSettings", { kind, percent: `${Math.round(certainty * 100)}` });
      return [prose(common("fact"), data.content), code(t("storedAs"), settings)];
    },
  },
  board: {
    label: () => t("aBoard"),
    parts(content) {
      const { data } = boardContent.safeParse(content);
      return data
        ? [prose(common("name"), data.name), code(t("tiles"), data.tiles.map(describeTile).join("\n"))]
        : null;
    },
  },
  project: {
    label: () => t("aProject"),
    parts(content) {
      const { data } = projectContent.safeParse(content);
      return data
        ? [
            prose(common("name"), data.name),
            prose(common("instructions"), data.instructions),
            code(common("boards"), data.boards.join("\n")),
          ]
        : null;
    },
  },
  collection: {
    label: (name) => t("collection", { name }),
    parts(content) {
      const { data } = collectionVersion.safeParse(content);
      return data ? [prose(common("change"), whatChanged(data)), code(t("contents"), insideOf(data))] : null;
    },
  },
  database: {
    label: () => t("database"),
    parts(content) {
      // The changed rows are in the change log.
      if (rowChanges.safeParse(content).success) return [];
      const { data } = databaseCopy.safeParse(content);
      return data
        ? [
            prose(t("why"), whyCopied({ reason: data.reason })),
            code(t("statement"), data.sql ?? ""),
            code(t("tables"), tablesOfCopy(data)),
          ]
        : null;
    },
  },
  model_family: {
    label: (name) => t("modelFamily", { name }),
    parts: (content) => (typeof content === "string" ? [prose(common("instructions"), content)] : null),
  },
};

export const labelOfItem = (kind: Kind, name: string): string => TEXTS[kind].label(name);

/** Returns whether the content matches its kind. Otherwise it is shown as JSON. */
export const isReadable = (kind: Kind, content: unknown): boolean => TEXTS[kind].parts(content) !== null;

export function revisionParts(kind: Kind, content: unknown): RevisionText[] {
  if (content === null || content === undefined) return [];
  return TEXTS[kind].parts(content) ?? [json(t("content"), content)];
}

export type TextChange = RevisionText & { before: string };

/** Returns the texts that differ between two versions, including removed ones. */
export function textChanges(kind: Kind, before: unknown, after: unknown): TextChange[] {
  const [old, now] = [revisionParts(kind, before), revisionParts(kind, after)];
  const lost = old.filter(({ title }) => !now.some((part) => part.title === title));
  return [...now, ...lost.map((part) => ({ ...part, text: "" }))]
    .map((part) => ({ ...part, before: old.find(({ title }) => title === part.title)?.text ?? "" }))
    .filter(({ text, before }) => text !== before);
}
