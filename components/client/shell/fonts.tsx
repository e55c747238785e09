"use client";

import { preload } from "react-dom";

const GEIST = new URL("@fontsource-variable/geist/files/geist-latin-wght-normal.woff2", import.meta.url);

/** Preloads the main font together with the styles, to avoid a layout shift. */
export function Fonts() {
  preload(String(GEIST), { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return null;
}
