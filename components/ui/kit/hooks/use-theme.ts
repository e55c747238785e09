"use client";

import { useSyncExternalStore } from "react";
import { palette } from "@/lib/shared/palette";
import { keepCookie, THEME_COOKIE } from "../cookies";
import { readTheme, schemeOf, type Theme } from "../theme";

const CHANGED = "easel:theme";

/** Chooses the theme for this browser. The page takes it on at once: tokens.css reads the attribute. */
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

/** The colour that the browser gives to its own bars. `media` is where it holds: a page has one, or one for each. */
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
