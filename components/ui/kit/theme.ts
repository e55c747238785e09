import { t } from "@/lib/shared/i18n/en/kit";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_LABELS: Record<Theme, string> = {
  get system() {
    return t("systemTheme");
  },
  get light() {
    return t("light");
  },
  get dark() {
    return t("dark");
  },
};

/** Parses the theme of a cookie or attribute. Defaults to `system`. */
export const readTheme = (text: string | undefined): Theme =>
  text === "light" || text === "dark" ? text : "system";

export const schemeOf = (theme: Theme) => (theme === "system" ? "light dark" : theme);
