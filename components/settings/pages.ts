import { ChartNoAxesColumn, Component, Cpu, type LucideIcon, SlidersHorizontal } from "lucide-react";

export type SettingsPageEntry = { href: string; title: string; icon: LucideIcon };

/** What the agent has and makes. */
export const AGENT_PAGES: readonly SettingsPageEntry[] = [
  { href: "/components", title: "Components", icon: Component },
];

/** Every page of the settings, in the order of the navigation. */
export const SETTINGS_PAGES: readonly SettingsPageEntry[] = [
  { href: "/settings/models", title: "Models", icon: Cpu },
  { href: "/settings/general", title: "General", icon: SlidersHorizontal },
  { href: "/settings/usage", title: "Usage", icon: ChartNoAxesColumn },
];
