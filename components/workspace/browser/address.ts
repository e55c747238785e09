/** An address in the pieces in which it is read: whose it is must be seen, however long it is. */
export type Address = { scheme: string; isEncrypted: boolean; host: string; rest: string };

/** Of a host, so that its end, which tells whose it is, is always seen. */
const MAX_HOST = 48;
const MAX_REST = 300;

/** Undefined where no page is open. */
export function addressOf(text: string): Address | undefined {
  const url = URL.parse(text);
  if (!url || url.protocol === "about:") return undefined;
  const rest = text.slice(text.indexOf(url.host) + url.host.length);
  return {
    scheme: `${url.protocol}//`,
    isEncrypted: url.protocol === "https:",
    host:
      url.host.length > MAX_HOST ? `${url.host.slice(0, 12)}…${url.host.slice(-MAX_HOST + 13)}` : url.host,
    rest: rest === "/" || !url.host ? "" : cut(rest),
  };
}

/** In the middle: both where it lies and what it ends in say something. */
const cut = (rest: string): string =>
  rest.length > MAX_REST ? `${rest.slice(0, MAX_REST - 100)}…${rest.slice(-99)}` : rest;

/** What the person typed as an address; https where they did not say, and undefined where it is none. */
export function typedAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!text || /\s/.test(text)) return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  const isName = url.hostname.includes(".") || url.hostname.includes(":") || url.hostname === "localhost";
  return isName ? url.href : undefined;
}
