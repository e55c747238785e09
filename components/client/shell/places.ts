import {
  Bot,
  Brain,
  Cable,
  CalendarDays,
  ChartNoAxesColumn,
  ClipboardList,
  Component,
  Cpu,
  Eye,
  FileJson2,
  Files,
  Globe,
  History,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ScrollText,
  SlidersHorizontal,
  Smartphone,
  Sparkles,
  Wrench,
} from "lucide-react";

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
    title: "Boards",
    icon: LayoutDashboard,
    keywords: ["dashboard", "grid", "pinned", "sheets", "layout"],
  },
  {
    href: "/calendar",
    title: "Calendar",
    icon: CalendarDays,
    keywords: ["schedule", "events", "jobs", "cron", "triggers", "check-ins", "pulse", "contacts", "webhook"],
  },
  {
    href: "/files",
    title: "Files",
    icon: Files,
    keywords: ["data", "database", "tables", "sql", "csv", "uploads", "images", "media", "collections"],
  },
  {
    href: "/memory",
    title: "Memory",
    icon: Brain,
    keywords: ["remember", "forget", "blocks", "facts", "archive", "knows"],
  },
  { href: "/agent", title: "Agent", icon: Sparkles, keywords: ["role", "character"] },
];

/** Tabs of the place “Agent”. */
export const AGENT_TABS: readonly PlaceEntry[] = [
  {
    href: "/agent/prompt",
    title: "Prompt",
    icon: ScrollText,
    keywords: ["system", "instructions", "notes", "learned"],
  },
  {
    href: "/agent/tools",
    title: "Tools",
    icon: Wrench,
    keywords: ["toolsets", "policy", "functions", "sandbox"],
  },
  { href: "/agent/components", title: "Components", icon: Component, keywords: ["library", "gallery"] },
  {
    href: "/agent/history",
    title: "History",
    icon: History,
    keywords: ["versions", "changes", "undo", "restore", "back"],
  },
  {
    href: "/agent/model-view",
    title: "What the model sees",
    icon: Eye,
    keywords: ["prompt", "tokens", "context", "schemas"],
  },
  {
    href: "/agent/activity",
    title: "Activity",
    icon: ClipboardList,
    keywords: ["audit", "calls", "requests", "network", "log", "refused", "web", "code", "failures"],
  },
  {
    href: "/agent/export",
    title: "Export",
    icon: FileJson2,
    keywords: ["import", "backup", "file", "download", "upload", "move"],
  },
];

export const SETTINGS_PAGES: readonly PlaceEntry[] = [
  { href: "/settings/models", title: "Models", icon: Cpu, keywords: ["provider", "key", "connect"] },
  {
    href: "/settings/web",
    title: "Web",
    icon: Globe,
    keywords: ["search", "internet", "brave", "searxng", "tavily", "network"],
  },
  {
    href: "/settings/mcp",
    title: "MCP servers",
    icon: Cable,
    keywords: ["servers", "tools", "mcp.json"],
  },
  {
    href: "/settings/tokens",
    title: "Access tokens",
    icon: KeyRound,
    keywords: ["programs", "mcp", "claude", "editor"],
  },
  {
    href: "/settings/channels",
    title: "Channels",
    icon: Smartphone,
    keywords: ["telegram", "whatsapp", "bot", "phone", "messenger", "pair"],
  },
  {
    href: "/settings/general",
    title: "General",
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
    title: "Usage",
    icon: ChartNoAxesColumn,
    keywords: ["budget", "cost", "spent", "tokens", "dollars"],
  },
  {
    href: "/settings/agents",
    title: "Agents",
    icon: Bot,
    keywords: ["new agent", "copy", "archive", "examples", "switch"],
  },
];

export const ADVANCED_PAGES: readonly PlaceEntry[] = [
  {
    href: "/settings/jobs",
    title: "Background work",
    icon: ListChecks,
    keywords: ["queues", "jobs", "pg-boss", "retry", "failed"],
  },
];

/** Parameter of addresses whose page is shown without navigation. */
export const BARE = "bare";

/** Returns whether a path is the place itself or a page inside it. */
export const isAt = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);
