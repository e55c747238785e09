import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { findLocaleBy, LOCALE_COOKIE, type Locale, localeOf } from "../../lib/shared/i18n/locale.ts";

const locales = new AsyncLocalStorage<Locale>();
findLocaleBy(() => locales.getStore());

const COOKIE = new RegExp(`(?:^|;)\\s*${LOCALE_COOKIE}=([\\w-]*)`);

/** Calls `handle` with the locale of the request, which `currentLocale` returns during the call and what it starts. */
export function withLocaleOf<T>({ headers }: IncomingMessage, handle: () => T): T {
  const cookie = COOKIE.exec(headers.cookie ?? "")?.[1];
  return locales.run(localeOf(cookie, headers["accept-language"]), handle);
}
