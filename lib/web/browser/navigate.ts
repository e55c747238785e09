import type { Page } from "playwright";
import { AppError } from "@/lib/shared/errors";
import { typedAddress } from "./address";
import { firstErrorLine } from "./first-line";
import type { BrowserRefusals } from "./refusals";

export type WaitUntil = "load" | "domcontentloaded" | "networkidle";
/** Maximum time until the first byte, and from then until the page reaches the load state. */
const ANSWERS_IN_MS = 30_000;
const LOADS_IN_MS = 15_000;

export type Went = { status: number; note?: string };

export async function goTo(
  page: Page,
  typed: string,
  until: WaitUntil,
  refusals: BrowserRefusals,
): Promise<Went> {
  const url = typedAddress(typed);
  const began = performance.now();
  let status = 0;
  try {
    const response = await page.goto(url, { waitUntil: "commit", timeout: ANSWERS_IN_MS });
    status = response?.status() ?? 0;
    // If the guard refuses an http request, the response is the guard's own error page.
    const refused = status >= 400 && response ? refusals.reasonFor(response.url(), began) : undefined;
    if (refused) throw new AppError("forbidden", refused);
  } catch (error) {
    // The old or the new page started another navigation in the meantime, so wait for that one.
    if (!/interrupted by another navigation/.test(String(error)))
      throw explainFailure(error, url, refusals.reasonFor(url, began));
  }
  const isThere = await page.waitForLoadState(until, { timeout: LOADS_IN_MS }).then(
    () => true,
    () => false,
  );
  return isThere ? { status } : { status, note: "The page is still loading; the loaded part can be used." };
}

function explainFailure(error: unknown, url: string, refused: string | undefined): unknown {
  if (error instanceof AppError) return error;
  const { host } = new URL(url);
  const message = firstErrorLine(error);
  if (refused) return new AppError("forbidden", refused, { cause: error });
  if (/Timeout \d+ms/.test(message))
    return new AppError("unavailable", `${host} did not respond within ${ANSWERS_IN_MS / 1_000} s.`);
  const code = /net::(ERR_\w+)/.exec(message)?.[1] ?? "";
  const why = REASONS.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
  return new AppError("unavailable", why?.(host) ?? `${host} returned no page (${code || message}).`, {
    cause: error,
  });
}

const REASONS: readonly [RegExp, (host: string) => string][] = [
  [
    /ERR_ABORTED|Download is starting/,
    (host) =>
      `${host} returned a file or an empty response, not a page. fetch_url reads files. The previous page is still open.`,
  ],
  [/ERR_TOO_MANY_REDIRECTS/, (host) => `${host} redirects in a loop.`],
  [/ERR_(CERT|SSL)/, (host) => `${host} has no trusted certificate, or does not support TLS there.`],
  [
    /ERR_(TUNNEL_CONNECTION_FAILED|NAME_NOT_RESOLVED)/,
    (host) => `${host} cannot be reached: the host does not exist or refuses connections. Check the address.`,
  ],
  [
    /ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET|TIMED_OUT|ADDRESS|INVALID|RESPONSE|HTTP2)/,
    (host) => `${host} closed the connection or returned an unreadable response.`,
  ],
  [
    /ERR_PROXY|ERR_NO_SUPPORTED_PROXIES/,
    () => "The browser lost its network connection. Call browser_close, then navigate again.",
  ],
  [/ERR_UNSAFE_PORT/, (host) => `${host} has a port that browsers do not allow.`],
  [/crash|has been closed/i, (host) => `The page of ${host} crashed or was closed while opening.`],
];
