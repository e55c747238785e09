import {
  Bot,
  Brain,
  Cable,
  CalendarClock,
  ChartNoAxesColumn,
  ClipboardList,
  Component,
  Cpu,
  Database,
  Eye,
  FileJson2,
  Globe,
  History,
  Images,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  NotebookPen,
  ScrollText,
  SlidersHorizontal,
  Smartphone,
  Wrench,
} from "lucide-react";

export type SettingsPageEntry = {
  href: string;
  title: string;
  icon: LucideIcon;
  keywords?: string[];
};

export const AGENT_PAGES: readonly SettingsPageEntry[] = [
  {
    href: "/board",
    title: "Boards",
    icon: LayoutDashboard,
    keywords: ["dashboard", "grid", "pinned", "sheets", "layout"],
  },
  {
    href: "/memory",
    title: "Memory",
    icon: Brain,
    keywords: ["remember", "forget", "blocks", "facts", "archive", "knows"],
  },
  {
    href: "/schedule",
    title: "Schedule",
    icon: CalendarClock,
    keywords: ["jobs", "cron", "calendar", "triggers", "pulse", "reminders", "webhook"],
  },
  {
    href: "/history",
    title: "History",
    icon: History,
    keywords: ["versions", "changes", "undo", "restore", "back"],
  },
  {
    href: "/audit",
    title: "Audit",
    icon: ClipboardList,
    keywords: ["calls", "requests", "network", "log", "refused", "web", "code", "failures"],
  },
  { href: "/settings/prompt", title: "Prompt", icon: ScrollText, keywords: ["system", "instructions"] },
  { href: "/settings/notes", title: "Notes", icon: NotebookPen, keywords: ["learned", "memory"] },
  { href: "/tools", title: "Tools", icon: Wrench, keywords: ["toolsets", "policy", "functions", "sandbox"] },
  { href: "/components", title: "Components", icon: Component, keywords: ["library", "gallery"] },
  {
    href: "/data",
    title: "Data",
    icon: Database,
    keywords: ["database", "tables", "sql", "csv", "sqlite", "rows"],
  },
  { href: "/media", title: "Media", icon: Images, keywords: ["images", "pictures", "photos"] },
  {
    href: "/settings/model-view",
    title: "What the model sees",
    icon: Eye,
    keywords: ["prompt", "tokens", "context", "schemas"],
  },
  {
    href: "/settings/agent-file",
    title: "Export and import",
    icon: FileJson2,
    keywords: ["backup", "file", "download", "upload", "move"],
  },
];

export const SETTINGS_PAGES: readonly SettingsPageEntry[] = [
  {
    href: "/settings/agents",
    title: "Agents",
    icon: Bot,
    keywords: ["new agent", "copy", "archive", "examples", "switch"],
  },
  { href: "/settings/models", title: "Models", icon: Cpu },
  {
    href: "/settings/web",
    title: "Web",
    icon: Globe,
    keywords: ["search", "internet", "brave", "searxng", "tavily", "network"],
  },
  {
    href: "/settings/mcp",
    title: "MCP",
    icon: Cable,
    keywords: ["programs", "tokens", "servers", "tools", "mcp.json", "claude", "editor"],
  },
  {
    href: "/settings/channels",
    title: "Channels",
    icon: Smartphone,
    keywords: ["telegram", "bot", "phone", "messenger", "pair"],
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
    href: "/settings/jobs",
    title: "Background work",
    icon: ListChecks,
    keywords: ["queues", "jobs", "pg-boss", "retry", "failed"],
  },
];

export const PAGE_GROUPS = [
  { title: "The agent", pages: AGENT_PAGES },
  { title: "The workspace", pages: SETTINGS_PAGES },
];
