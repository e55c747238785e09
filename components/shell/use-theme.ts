"use client";

import { useSyncExternalStore } from "react";
import { keepCookie, THEME_COOKIE } from "./cookies";
import { readTheme, schemeOf, type Theme } from "./theme";

const CHANGED = "easel:theme";

/** Chooses the theme for this browser. The page takes it on at once: tokens.css reads the attribute. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute("content", schemeOf(theme));
  keepCookie(THEME_COOKIE, theme === "system" ? undefined : theme);
  dispatchEvent(new Event(CHANGED));
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
