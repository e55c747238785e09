export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_LABELS: Record<Theme, string> = {
  system: "Like the system",
  light: "Light",
  dark: "Dark",
};

/** Parses the theme of a cookie or attribute. Defaults to `system`. */
export const readTheme = (text: string | undefined): Theme =>
  text === "light" || text === "dark" ? text : "system";

export const schemeOf = (theme: Theme) => (theme === "system" ? "light dark" : theme);
