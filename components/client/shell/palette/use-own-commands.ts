"use client";

import { Clock3, Languages, LogOut, type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useRouter } from "@/components/ui/kit/agent-base";
import { type Command, useCommands } from "@/components/ui/kit/commands";
import { keepCookie } from "@/components/ui/kit/cookies";
import { setTheme, useTheme } from "@/components/ui/kit/hooks/use-theme";
import { recentPointsHere } from "@/components/ui/kit/recent-points";
import { useRights } from "@/components/ui/kit/rights";
import { THEME_LABELS, THEMES, type Theme } from "@/components/ui/kit/theme";
import { t as shell } from "@/lib/shared/i18n/en/shell";
import { t } from "@/lib/shared/i18n/en/shellPalette";
import { currentLocale, LOCALE_COOKIE, LOCALE_NAMES, LOCALES } from "@/lib/shared/i18n/locale";
import { useLayout } from "../layout-context";
import { leave } from "../leave";
import {
  ADVANCED_PAGES,
  AGENT_TABS,
  GALLERY,
  PLACES,
  type PlaceEntry,
  PROJECTS_PLACE,
  SETTINGS_PAGES,
} from "../places";

const THEME_ICONS: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };

/** Registers commands without shortcuts, which only the palette offers. */
export function useOwnCommands(): void {
  const router = useRouter();
  const theme = useTheme();
  const { canSignOut } = useLayout();
  const { mayOpen } = useRights();
  const isOffered = ({ href }: PlaceEntry) => mayOpen(href);
  useCommands(
    [
      ...[PROJECTS_PLACE, GALLERY, ...PLACES, ...AGENT_TABS].filter(isOffered).map(
        ({ href, title, icon, keywords }): Command => ({
          id: href,
          label: title,
          group: "Go to",
          icon,
          keywords,
          run: () => router.push(href),
        }),
      ),
      ...[...SETTINGS_PAGES, ...ADVANCED_PAGES].filter(isOffered).map(
        ({ href, title, icon, keywords = [] }): Command => ({
          id: href,
          label: t("settings", { title }),
          group: "Easel",
          icon,
          keywords: ["preferences", "options", ...keywords],
          run: () => router.push(href),
        }),
      ),
      ...(mayOpen("/agent/history") ? recentPointsHere() : []).map(
        ({ label }, index): Command => ({
          id: `go back ${index}`,
          label: t("goBack", { point: label }),
          group: "Go to",
          icon: Clock3,
          keywords: ["history", "restore", "undo", "earlier", "lunch", "morning"],
          // The page may have been open for hours, so compute the time again.
          run: () =>
            router.push(`/agent/history?${new URLSearchParams({ at: recentPointsHere()[index]?.at ?? "" })}`),
        }),
      ),
      ...THEMES.map(
        (one): Command => ({
          id: `theme ${one}`,
          label: t("theme", { name: THEME_LABELS[one] }),
          group: "Theme",
          icon: THEME_ICONS[one],
          isChosen: one === theme,
          keywords: ["colour", "appearance", "mode"],
          run: () => setTheme(one),
        }),
      ),
      ...LOCALES.filter((locale) => locale !== currentLocale()).map(
        (locale): Command => ({
          id: `language ${locale}`,
          label: t("language", { name: LOCALE_NAMES[locale] }),
          group: "Theme",
          icon: Languages,
          keywords: ["language", "locale", "translation"],
          run: () => {
            keepCookie(LOCALE_COOKIE, locale);
            location.reload();
          },
        }),
      ),
      ...(canSignOut
        ? [
            {
              id: "leave",
              label: shell("signOut"),
              group: "Easel",
              icon: LogOut,
              run: () => void leave(),
            } satisfies Command,
          ]
        : []),
    ],
    "frame",
  );
}
