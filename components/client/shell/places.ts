import {
  BookOpenCheck,
  Bot,
  Brain,
  Cable,
  CalendarDays,
  ChartNoAxesColumn,
  ClipboardList,
  Cpu,
  Eye,
  FileArchive,
  FileJson2,
  Files,
  FlaskConical,
  FolderOpen,
  Globe,
  History,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Shapes,
  SlidersHorizontal,
  Smartphone,
  Sparkles,
  Users,
  Wrench,
} from "lucide-react";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as rehearsals } from "@/lib/shared/i18n/en/rehearsals";
import { t } from "@/lib/shared/i18n/en/shell";

export type PlaceEntry = {
  href: string;
  title: string;
  icon: LucideIcon;
  /** Words by which the palette finds the place, too. */
  keywords?: string[];
};

/** Places at the foot of the navigation. */
export const PLACES: readonly PlaceEntry[] = [
  {
    href: "/board",
    get title() {
      return common("boards");
    },
    icon: LayoutDashboard,
    keywords: ["dashboard", "grid", "pinned", "sheets", "layout"],
  },
  {
    href: "/calendar",
    get title() {
      return common("calendar");
    },
    icon: CalendarDays,
    keywords: ["schedule", "events", "jobs", "cron", "triggers", "check-ins", "pulse", "contacts", "webhook"],
  },
  {
    href: "/files",
    get title() {
      return common("files");
    },
    icon: Files,
    keywords: ["data", "database", "tables", "sql", "csv", "uploads", "images", "media", "collections"],
  },
  {
    href: "/memory",
    get title() {
      return common("memory");
    },
    icon: Brain,
    keywords: ["remember", "forget", "blocks", "facts", "archive", "knows"],
  },
  {
    href: "/agent",
    get title() {
      return common("agent");
    },
    icon: Sparkles,
    keywords: ["role", "character"],
  },
];

/** The places below the inbox: the gallery, of all agents, and the projects. */
export const GALLERY: PlaceEntry = {
  href: "/gallery",
  get title() {
    return common("gallery");
  },
  icon: Shapes,
  keywords: ["components", "library", "boards", "apps", "made", "remix", "published"],
};

export const PROJECTS_PLACE: PlaceEntry = {
  href: "/projects",
  get title() {
    return common("projects");
  },
  icon: FolderOpen,
  keywords: ["folders", "topics", "instructions", "knowledge"],
};

/** Tabs of the place “Agent”. */
export const AGENT_TABS: readonly PlaceEntry[] = [
  {
    href: "/agent/prompt",
    get title() {
      return common("prompt");
    },
    icon: ScrollText,
    keywords: ["system", "instructions", "notes", "learned"],
  },
  {
    href: "/agent/tools",
    get title() {
      return common("tools");
    },
    icon: Wrench,
    keywords: ["toolsets", "policy", "functions", "sandbox"],
  },
  {
    href: "/agent/skills",
    get title() {
      return common("skills");
    },
    icon: BookOpenCheck,
    keywords: ["SKILL.md", "instructions", "procedures", "import"],
  },
  {
    href: "/agent/history",
    get title() {
      return common("history");
    },
    icon: History,
    keywords: ["versions", "changes", "undo", "restore", "back"],
  },
  {
    href: "/agent/rehearsals",
    get title() {
      return rehearsals("rehearsals");
    },
    icon: FlaskConical,
    keywords: ["rehearse", "try", "fork", "copy", "what if", "accept"],
  },
  {
    href: "/agent/model-view",
    get title() {
      return t("modelView");
    },
    icon: Eye,
    keywords: ["prompt", "tokens", "context", "schemas"],
  },
  {
    href: "/agent/activity",
    get title() {
      return t("activity");
    },
    icon: ClipboardList,
    keywords: ["audit", "calls", "requests", "network", "log", "refused", "web", "code", "failures"],
  },
  {
    href: "/agent/export",
    get title() {
      return common("export");
    },
    icon: FileJson2,
    keywords: ["import", "backup", "file", "download", "upload", "move"],
  },
];

export const SETTINGS_PAGES: readonly PlaceEntry[] = [
  {
    href: "/settings/models",
    get title() {
      return common("models");
    },
    icon: Cpu,
    keywords: ["provider", "key", "connect"],
  },
  {
    href: "/settings/web",
    get title() {
      return t("web");
    },
    icon: Globe,
    keywords: ["search", "internet", "brave", "searxng", "tavily", "network"],
  },
  {
    href: "/settings/mcp",
    get title() {
      return common("mcpServers");
    },
    icon: Cable,
    keywords: ["servers", "tools", "mcp.json"],
  },
  {
    href: "/settings/tokens",
    get title() {
      return t("accessTokens");
    },
    icon: KeyRound,
    keywords: ["programs", "mcp", "openai", "api", "claude", "editor"],
  },
  {
    href: "/settings/channels",
    get title() {
      return common("channels");
    },
    icon: Smartphone,
    keywords: ["telegram", "whatsapp", "mail", "imap", "smtp", "bot", "phone", "messenger", "pair"],
  },
  {
    href: "/settings/general",
    get title() {
      return t("general");
    },
    icon: SlidersHorizontal,
    keywords: [
      "theme",
      "time zone",
      "titles",
      "limits",
      "sessions",
      "notifications",
      "push",
      "password",
      "backup",
      "links",
      "signed in",
      "sign out everywhere",
    ],
  },
  {
    href: "/settings/usage",
    get title() {
      return t("usage");
    },
    icon: ChartNoAxesColumn,
    keywords: ["budget", "cost", "spent", "tokens", "dollars"],
  },
  {
    href: "/settings/people",
    get title() {
      return t("people");
    },
    icon: Users,
    keywords: ["members", "invite", "invitations", "guests", "roles", "team", "share"],
  },
  {
    href: "/settings/agents",
    get title() {
      return common("agents");
    },
    icon: Bot,
    keywords: ["new agent", "copy", "archive", "examples", "switch"],
  },
  {
    href: "/settings/import",
    get title() {
      return t("import");
    },
    icon: FileArchive,
    keywords: ["chatgpt", "claude", "export", "zip", "history", "conversations", "move", "memories"],
  },
];

export const ADVANCED_PAGES: readonly PlaceEntry[] = [
  {
    href: "/settings/jobs",
    get title() {
      return t("backgroundWork");
    },
    icon: ListChecks,
    keywords: ["queues", "jobs", "pg-boss", "retry", "failed"],
  },
];

/** Where the settings start: the first page for those who may not open it. */
export const settingsHome = (mayOpen: (href: string) => boolean): string =>
  SETTINGS_PAGES.find(({ href }) => mayOpen(href))?.href ?? "/settings";

/** Parameter of addresses whose page is shown without navigation. */
export const BARE = "bare";

/** Returns whether a path is the place itself or a page inside it. The pages of components are in the gallery. */
export function isAt(path: string, href: string): boolean {
  const isComponent = path.startsWith("/agent/components/");
  if (isComponent) return href === GALLERY.href;
  return path === href || path.startsWith(`${href}/`);
}
