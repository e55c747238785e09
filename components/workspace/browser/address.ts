export type Address = { scheme: string; isEncrypted: boolean; host: string; rest: string };

/** Maximum characters of a host. It is cut in the middle, because its end identifies the owner. */
const MAX_HOST = 48;
const MAX_REST = 300;

/** Returns undefined if no page is open. */
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

/** Cuts out the middle, because users need to see both the start and the end of a path. */
const cut = (rest: string): string =>
  rest.length > MAX_REST ? `${rest.slice(0, MAX_REST - 100)}…${rest.slice(-99)}` : rest;

/** Parses a typed URL, with https as the default scheme. Returns undefined if it is not a web URL. */
export function typedAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!text || /\s/.test(text)) return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  const isName = url.hostname.includes(".") || url.hostname.includes(":") || url.hostname === "localhost";
  return isName ? url.href : undefined;
}
