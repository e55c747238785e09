import {
  Brain,
  CalendarClock,
  ClipboardList,
  Component,
  Database,
  History,
  Images,
  LayoutDashboard,
  type LucideIcon,
  Wrench,
} from "lucide-react";

export const AGENT_PLACES: readonly { href: string; title: string; icon: LucideIcon }[] = [
  { href: "/board", title: "Boards", icon: LayoutDashboard },
  { href: "/memory", title: "Memory", icon: Brain },
  { href: "/schedule", title: "Schedule", icon: CalendarClock },
  { href: "/history", title: "History", icon: History },
  { href: "/audit", title: "Audit", icon: ClipboardList },
  { href: "/tools", title: "Tools", icon: Wrench },
  { href: "/components", title: "Components", icon: Component },
  { href: "/data", title: "Data", icon: Database },
  { href: "/media", title: "Media", icon: Images },
];
