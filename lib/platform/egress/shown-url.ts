import { redact } from "@/lib/ground/base/redact";

const MAX_URL = 2_000;
/**
 * Maximum characters of a URL in which secrets are redacted; the rest is dropped. It is higher than MAX_URL,
 * because a secret that is truncated before it is redacted no longer matches.
 */
const MAX_READ = 16_000;
const MAX_DEPTH = 3;
const HIDDEN = "…";

/** A parameter is secret if its name contains one of these as a whole word … */
const SECRET_WORDS =
  /(^|[^a-z])(key|keys|pass|pwd|pin|otp|sig|sign|auth|jwt|sid|hmac|cookie|ticket|appid)([^a-z]|$)|^code$/;
/** … or one of these anywhere. */
const PARTS =
  /token|secret|passw|passphrase|signature|credential|apikey|authori[sz]|session|sessid|assertion/;

/** Secrets in paths: bot tokens, webhooks and session ids. */
const PATHS: [RegExp, string][] = [
  [/(\/bot\d{5,12}:)[^/?#]+/gi, `$1${HIDDEN}`],
  [/(\/\/hooks\.[^/?#]+\/(?:services|workflows|triggers)\/)[^?#]+/gi, `$1${HIDDEN}`],
  [/(\/api\/webhooks\/)[^?#]+/gi, `$1${HIDDEN}`],
  [/(;(?:jsessionid|phpsessid|sid)=)[^/?#]+/gi, `$1${HIDDEN}`],
];
/** JSON Web Tokens, recognised by their form. */
const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}(\.[\w-]*)?/g;

/**
 * Returns a URL fit for logs: without user name, password and fragment, with secret parameters replaced by
 * `…`, at most 2,000 characters. Accepts invalid URLs too.
 */
export const shownUrl = (url: string): string =>
  cleanOfUrls(withoutSecrets(cleanOfUrls(url.slice(0, MAX_READ))).slice(0, MAX_URL));

/** Redacts every URL in a text. */
export const shownText = (text: string): string =>
  redact(text.replace(/\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s”"'<>`]+/gi, shownUrl));

/** Returns the host of an address, with its port unless it is the default; "" if there is none. */
export function hostWithPort(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.host) return parsed.host;
  return /^(?:\[[0-9a-f:.]+\]|[^\s/:?#@]+)(?::\d+)?$/i.test(url)
    ? url.toLowerCase().replace(/:(80|443)$/, "")
    : "";
}

/** Removes characters that Postgres rejects. */
export const cleanOfUrls = (text: string): string => text.toWellFormed().replaceAll("\0", "�");

function withoutSecrets(url: string): string {
  const plain = url.replace(/#.*$/s, "").replace(/^([^/?]*:)?([/\\]{2,})[^/\\?]*@/s, "$1$2");
  const [path = "", ...rest] = plain.split("?");
  const shown = PATHS.reduce((text, [shape, shorter]) => text.replace(shape, shorter), path);
  const query = rest.length > 0 ? `?${hidePairs(rest.join("?"), MAX_DEPTH)}` : "";
  return redact(`${shown}${query}`.replace(JWT, HIDDEN));
}

function hidePairs(query: string, depth: number): string {
  return query
    .split("&")
    .map((pair) => {
      const at = pair.indexOf("=");
      if (at < 0) return pair;
      const name = pair.slice(0, at);
      const value = pair.slice(at + 1);
      return `${name}=${isSecretName(decoded(name)) ? HIDDEN : hideWithin(value, depth)}`;
    })
    .join("&");
}

/** Hides secrets in a value that is itself a URL or a query string. */
function hideWithin(value: string, depth: number): string {
  const inner = decoded(value);
  if (!/[=:]/.test(inner)) return value;
  if (depth === 0) return HIDDEN;
  const hidden = inner
    .split(/([?#;])/)
    .map((part) => (part.length > 1 ? hidePairs(part, depth - 1) : part))
    .join("")
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1");
  return hidden === inner ? value : encodeURIComponent(hidden).replaceAll(encodeURIComponent(HIDDEN), HIDDEN);
}

export function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
  return SECRET_WORDS.test(words) || PARTS.test(words.replace(/[^a-z]/g, ""));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
