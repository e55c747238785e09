"use client";

import { type ReactNode, use } from "react";
import { catalogueOf, type Locale, PSEUDO } from "@/lib/shared/i18n/locale";

const CATALOGUES: Partial<Record<Locale, () => Promise<unknown>>> = {
  de: () => import("@/lib/shared/i18n/german"),
  [PSEUDO]: () => import("@/lib/shared/i18n/pseudo"),
};

const loading = new Map<Locale, Promise<unknown>>();

function load(locale: Locale): Promise<unknown> {
  const known = loading.get(locale) ?? CATALOGUES[locale]?.() ?? Promise.resolve();
  loading.set(locale, known);
  return known;
}

/** Renders its content when the messages of the language are loaded. English is part of the code. */
export function LocaleBoundary({ locale, children }: { locale: Locale; children: ReactNode }) {
  if (locale !== "en" && !catalogueOf(locale)) use(load(locale));
  return children;
}
