import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { findLocaleBy, LOCALE_COOKIE, LOCALES, type Locale, localeOf } from "../../lib/shared/i18n/locale.ts";

const locales = new AsyncLocalStorage<Locale>();
findLocaleBy(() => locales.getStore());

const COOKIE = new RegExp(`(?:^|;)\\s*${LOCALE_COOKIE}=([\\w-]*)`);

/**
 * Calls `handle`. Until its work ends, `currentLocale` returns the locale of the request. Requests that write are
 * handled in English, because they may start runs and store texts.
 */
export function withLocaleOf<T>({ method, headers }: IncomingMessage, handle: () => T): T {
  const isRead = method === "GET" || method === "HEAD";
  const cookie = COOKIE.exec(headers.cookie ?? "")?.[1];
  return locales.run(isRead ? localeOf(cookie, headers["accept-language"]) : LOCALES[0], handle);
}
