/** Languages of the interface with a complete catalogue. The first one is the default. */
export const LOCALES = ["en", "de"] as const;
/** A pseudo-language for tests: English in brackets, with accents and a third longer. */
export const PSEUDO = "en-XA";
export type Locale = (typeof LOCALES)[number] | typeof PSEUDO;

export const LOCALE_NAMES = { en: "English", de: "Deutsch" } satisfies Record<
  (typeof LOCALES)[number],
  string
>;

/** The chosen language of this browser. Without it, the browser's languages decide. */
export const LOCALE_COOKIE = "easel-locale";

/** Parses a locale, for example of a cookie. */
export const readLocale = (text: string | undefined): Locale | undefined =>
  ([...LOCALES, PSEUDO] as const).find((locale) => locale === text);

/**
 * Returns the locale of a request: the cookie, else the preferred one of `Accept-Language`, else English.
 * @see RFC 9110, section 12.5.4
 */
export function localeOf(cookie: string | undefined, acceptLanguage: string | undefined): Locale {
  const accepted = (acceptLanguage ?? "").split(",").map((part) => {
    const [tag = "", ...parameters] = part.trim().split(";");
    const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
    return { language: tag.split("-", 1)[0]?.toLowerCase(), weight: Number(weight ?? 1) };
  });
  const best = accepted
    .filter(({ language, weight }) => weight > 0 && LOCALES.some((locale) => locale === language))
    .toSorted((a, b) => b.weight - a.weight)[0];
  return readLocale(cookie) ?? readLocale(best?.language) ?? LOCALES[0];
}

/** Messages of an area by key: ICU text, or its compiled form in a build. */
export type Messages = Record<string, string>;
/** Returns the messages of an area in a language other than English. */
export type Catalogue = (area: string, english: Messages) => Messages | undefined;

type Registry = { find?: () => Locale | undefined; catalogues: Map<Locale, Catalogue> };

/** On `globalThis`, because a build contains this module once for pages and once for their server components. */
const KEY = Symbol.for("easel.i18n");
const holder = globalThis as typeof globalThis & { [KEY]?: Registry };
holder[KEY] ??= { catalogues: new Map() };
const registry = holder[KEY];

/** Sets how the server finds the locale of the present request. */
export function findLocaleBy(find: () => Locale | undefined): void {
  registry.find = find;
}

export function addCatalogue(locale: Locale, catalogue: Catalogue): void {
  registry.catalogues.set(locale, catalogue);
}

export const catalogueOf = (locale: Locale): Catalogue | undefined => registry.catalogues.get(locale);

/** Returns the locale of the present request, or of this page in a browser. */
export function currentLocale(): Locale {
  const language = registry.find?.() ?? globalThis.document?.documentElement.lang;
  return readLocale(language) ?? LOCALES[0];
}

/** Calls `work`, which is synchronous, in English: for texts that are stored, or that models or other programs read. */
export function inEnglish<T>(work: () => T): T {
  const { find } = registry;
  registry.find = () => "en";
  try {
    return work();
  } finally {
    registry.find = find;
  }
}

/** Returns the tag by which `Intl` formats dates and numbers. English has British dates: day before month. */
export const formatTag = (locale: Locale = currentLocale()): string => (locale === "de" ? "de-DE" : "en-GB");
