"use client";

import { preload } from "react-dom";

const GEIST = new URL("@fontsource-variable/geist/files/geist-latin-wght-normal.woff2", import.meta.url);

/** Has the browser fetch the font of nearly all text beside the styles: a page that changes its font moves. */
export function Fonts() {
  preload(String(GEIST), { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return null;
}
