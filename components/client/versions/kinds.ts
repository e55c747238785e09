import {
  BookMarked,
  Braces,
  Brain,
  CalendarClock,
  Component,
  Database,
  FileJson,
  Files,
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
    ...{ title: "System prompt", all: "Prompt", icon: ScrollText },
    none: "The prompt has no versions yet.",
    href: () => "/agent/prompt",
  },
  learned_notes: {
    ...{ title: "Learned notes", all: "Notes", icon: NotebookPen },
    none: "The notes have no versions yet.",
    href: () => "/agent/prompt/notes",
  },
  tool: {
    title: "Tool",
    all: "Tools",
    icon: Wrench,
    none: "No tools yet. Ask the agent to make one.",
    href: (name) => `/agent/tools/${encodeURIComponent(name)}`,
  },
  component: {
    ...{ title: "Component", all: "Components", icon: Component },
    none: "No components yet. Ask the agent to build one.",
    href: (name) => `/agent/components/${encodeURIComponent(name)}`,
  },
  state: { title: "State", all: "State", icon: Braces, none: "The state is empty.", href: undefined },
  job: {
    ...{ title: "Job", all: "Jobs", icon: CalendarClock },
    none: "No jobs yet. Ask the agent to do something every day.",
    href: (id) => `/schedule/${id}`,
  },
  memory_blob: {
    ...{ title: "Memory", all: "Memory", icon: Brain },
    none: "The memory is empty.",
    href: () => "/memory",
  },
  block: {
    ...{ title: "Memory block", all: "Blocks", icon: BookMarked },
    none: "No memory blocks yet. Tell the agent something that lasts.",
    href: hrefOfBlock,
  },
  db_schema: {
    ...{ title: "Notes on collections", all: "Notes on collections", icon: FileJson },
    none: "No notes on collections yet.",
    href: undefined,
  },
  memory: {
    ...{ title: "Fact", all: "Facts", icon: Lightbulb },
    none: "No facts yet. Tell the agent something that it should remember.",
    href: (id) => `/memory/facts/${id}`,
  },
  board: {
    ...{ title: "Board", all: "Boards", icon: LayoutDashboard },
    none: "No boards yet. Put a sheet on one, or ask the agent to.",
    href: (id) => `/board/${id}`,
  },
  collection: {
    ...{ title: "Collection", all: "Collections", icon: Files },
    none: "No collections yet. Tell the agent about people and dates, or ask it to keep a list.",
    href: (name) => `/data?documents=${encodeURIComponent(name)}`,
  },
  database: {
    ...{ title: "Database", all: "Data", icon: Database },
    none: "No copies of the database yet. Easel keeps one for each day with changes and one before each destructive statement.",
    href: () => "/data",
  },
  model_family: {
    ...{ title: "Model family", all: "Model families", icon: MessageSquareQuote },
    none: "No instructions of yours for model families yet. Add them on the Tools page.",
    href: () => "/agent/tools",
  },
};

const UNVERSIONED_LOOKS: Record<Exclude<ImportKind, Kind>, Pick<Look, "all" | "icon">> = {
  file: { all: "Files", icon: Paperclip },
  server: { all: "MCP servers, initially off", icon: Plug },
  setting: { all: "Settings", icon: Settings2 },
  conversation: { all: "Conversations", icon: MessagesSquare },
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
