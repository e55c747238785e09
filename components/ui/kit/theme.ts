export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_LABELS: Record<Theme, string> = {
  system: "Like the system",
  light: "Light",
  dark: "Dark",
};

/** The theme that a cookie or an attribute names. */
export const readTheme = (text: string | undefined): Theme =>
  text === "light" || text === "dark" ? text : "system";

/** What the browser is told of it, for its own controls and scrollbars. */
export const schemeOf = (theme: Theme) => (theme === "system" ? "light dark" : theme);
