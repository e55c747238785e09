"use client";

import { useSyncExternalStore } from "react";
import { palette } from "@/lib/shared/palette";
import { keepCookie, THEME_COOKIE } from "../cookies";
import { readTheme, schemeOf, type Theme } from "../theme";

const CHANGED = "easel:theme";

/** Sets the theme of this browser and applies it immediately: tokens.css reads the attribute. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", schemeOf(theme));
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = groundOf(theme, meta.media);
  keepCookie(THEME_COOKIE, theme === "system" ? undefined : theme);
  dispatchEvent(new Event(CHANGED));
}

const DARK = "(prefers-color-scheme: dark)";

/**
 * Returns the colour of the browser's own bars. `media` is the query of the meta element: a page has one
 * without a query, or one for each scheme.
 */
function groundOf(theme: Theme, media: string): string {
  const [light, dark] = palette.paper;
  const isSystemDark = media === "" ? matchMedia(DARK).matches : media === DARK;
  return (theme === "system" ? isSystemDark : theme === "dark") ? dark : light;
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    watch,
    () => readTheme(document.documentElement.dataset.theme),
    () => "system",
  );

function watch(onChange: () => void) {
  addEventListener(CHANGED, onChange);
  return () => removeEventListener(CHANGED, onChange);
}
