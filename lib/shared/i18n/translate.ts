import { createTranslator } from "use-intl/core";
import { catalogueOf, currentLocale, type Locale, type Messages, PSEUDO } from "./locale.ts";

type Translator<M extends Messages> = ReturnType<typeof createTranslator<M>>;
/** Translates the keys of an area into the current language. Call it while rendering, not when a module loads. */
export type Translate<M extends Messages> = Translator<M> & { readonly area: string; readonly messages: M };

/** Messages in another language: the keys of the English ones, no more and no fewer. */
export type Translation<T extends { messages: Messages }> = { readonly [Key in keyof T["messages"]]: string };

const LANGUAGE_TAGS: Partial<Record<Locale, string>> = { [PSEUDO]: "en" };

/**
 * Defines the English messages of an area and returns their translator. A message has ICU syntax, so `'` before
 * `{` or `<` escapes. The build compiles the messages (`bin/messages-loader.mjs`).
 */
export function english<const M extends Messages>(area: string, messages: M): Translate<M> {
  const translators = new Map<Locale, Translator<M>>();
  const current = (): Translator<M> => {
    const locale = currentLocale();
    const known = translators.get(locale);
    if (known) return known;
    const translated = catalogueOf(locale)?.(area, messages) as M | undefined;
    const made = createTranslator<M>({
      locale: LANGUAGE_TAGS[locale] ?? locale,
      messages: translated ?? messages,
      // All dates are formatted with an explicit time zone.
      timeZone: "UTC",
    });
    // The catalogue may not be loaded yet.
    if (translated || locale === "en") translators.set(locale, made);
    return made;
  };
  const translate = ((...args: Parameters<Translator<M>>) => current()(...args)) as Translator<M>;
  translate.rich = (...args) => current().rich(...args);
  translate.markup = (...args) => current().markup(...args);
  translate.raw = (key) => current().raw(key);
  translate.has = (key) => current().has(key);
  return Object.assign(translate, { area, messages });
}
