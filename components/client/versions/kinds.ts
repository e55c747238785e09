import {
  BookMarked,
  BookOpenCheck,
  Braces,
  Brain,
  CalendarClock,
  Component,
  Database,
  FileJson,
  Files,
  FolderOpen,
  LayoutDashboard,
  Lightbulb,
  type LucideIcon,
  MessageSquareQuote,
  MessagesSquare,
  NotebookPen,
  Paperclip,
  Plug,
  ScrollText,
  Settings2,
  Wrench,
} from "lucide-react";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/versions";
import type { ImportKind } from "@/lib/shared/import";
import { isNamedById, isSingle, type Kind } from "@/lib/shared/kinds";

type Look = {
  title: string;
  all: string;
  icon: LucideIcon;
  none: string;
  /** Returns the page of an item; undefined if the kind has none, so that links lead to its history. */
  href: ((name: string) => string) | undefined;
};

const ARCHIVE = "archive:";

const hrefOfBlock = (name: string): string =>
  name.startsWith(ARCHIVE)
    ? `/memory/archive/${encodeURIComponent(name.slice(ARCHIVE.length))}`
    : `/memory/blocks/${encodeURIComponent(name)}`;

export const LOOKS: Record<Kind, Look> = {
  system_prompt: {
    get title() {
      return t("systemPrompt");
    },
    get all() {
      return common("prompt");
    },
    icon: ScrollText,
    get none() {
      return clientText("none");
    },
    href: () => "/agent/prompt",
  },
  learned_notes: {
    get title() {
      return t("learnedNotes");
    },
    get all() {
      return common("notes");
    },
    icon: NotebookPen,
    get none() {
      return clientText("none");
    },
    href: () => "/agent/prompt/notes",
  },
  tool: {
    get title() {
      return common("tool");
    },
    get all() {
      return common("tools");
    },
    icon: Wrench,
    get none() {
      return clientText("none");
    },
    href: (name) => `/agent/tools/${encodeURIComponent(name)}`,
  },
  component: {
    get title() {
      return common("component");
    },
    get all() {
      return common("components");
    },
    icon: Component,
    get none() {
      return clientText("none");
    },
    href: (name) => `/agent/components/${encodeURIComponent(name)}`,
  },
  skill: {
    get title() {
      return common("skill");
    },
    get all() {
      return common("skills");
    },
    icon: BookOpenCheck,
    get none() {
      return clientText("none");
    },
    href: (name) => `/agent/skills/${encodeURIComponent(name)}`,
  },
  state: {
    get title() {
      return t("state");
    },
    get all() {
      return t("state");
    },
    icon: Braces,
    get none() {
      return clientText("none");
    },
    href: undefined,
  },
  job: {
    get title() {
      return common("job");
    },
    get all() {
      return common("jobs");
    },
    icon: CalendarClock,
    get none() {
      return clientText("none");
    },
    href: (id) => `/schedule/${id}`,
  },
  memory_blob: {
    get title() {
      return common("memory");
    },
    get all() {
      return common("memory");
    },
    icon: Brain,
    get none() {
      return clientText("none");
    },
    href: () => "/memory",
  },
  block: {
    get title() {
      return t("memoryBlock");
    },
    get all() {
      return t("blocks");
    },
    icon: BookMarked,
    get none() {
      return clientText("none");
    },
    href: hrefOfBlock,
  },
  db_schema: {
    get title() {
      return t("collectionNotes");
    },
    get all() {
      return t("collectionNotes");
    },
    icon: FileJson,
    get none() {
      return clientText("none");
    },
    href: undefined,
  },
  memory: {
    get title() {
      return common("fact");
    },
    get all() {
      return t("facts");
    },
    icon: Lightbulb,
    get none() {
      return clientText("none");
    },
    href: (id) => `/memory/facts/${id}`,
  },
  board: {
    get title() {
      return t("board");
    },
    get all() {
      return common("boards");
    },
    icon: LayoutDashboard,
    get none() {
      return clientText("none");
    },
    href: (id) => `/board/${id}`,
  },
  project: {
    get title() {
      return t("project");
    },
    get all() {
      return common("projects");
    },
    icon: FolderOpen,
    get none() {
      return clientText("none");
    },
    href: (id) => `/projects/${id}`,
  },
  collection: {
    get title() {
      return t("collection");
    },
    get all() {
      return t("collections");
    },
    icon: Files,
    get none() {
      return clientText("none");
    },
    href: (name) => `/data?documents=${encodeURIComponent(name)}`,
  },
  database: {
    get title() {
      return t("database");
    },
    get all() {
      return common("data");
    },
    icon: Database,
    get none() {
      return t("noCopies");
    },
    href: () => "/data",
  },
  model_family: {
    get title() {
      return t("modelFamily");
    },
    get all() {
      return t("modelFamilies");
    },
    icon: MessageSquareQuote,
    get none() {
      return t("noFamilies");
    },
    href: () => "/agent/tools",
  },
};

const UNVERSIONED_LOOKS: Record<Exclude<ImportKind, Kind>, Pick<Look, "all" | "icon">> = {
  file: {
    get all() {
      return common("files");
    },
    icon: Paperclip,
  },
  server: {
    get all() {
      return t("serversOff");
    },
    icon: Plug,
  },
  setting: {
    get all() {
      return common("settings");
    },
    icon: Settings2,
  },
  conversation: {
    get all() {
      return common("conversations");
    },
    icon: MessagesSquare,
  },
};

const isKind = (kind: ImportKind): kind is Kind => Object.hasOwn(LOOKS, kind);
export const lookOf = (kind: ImportKind) => (isKind(kind) ? LOOKS[kind] : UNVERSIONED_LOOKS[kind]);

export const titleOf = ({
  kind,
  name,
  title,
}: {
  kind: ImportKind;
  name: string;
  title?: string | null;
}): string => {
  if (!isKind(kind)) return title ?? name;
  if (isSingle(kind)) return LOOKS[kind].title;
  return title ?? (isNamedById(kind) ? LOOKS[kind].title : name);
};
