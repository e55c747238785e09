/** Ours to set, or none of the other side's business: who asks, from where, and for whom. */
const NEVER =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|cookie2?|referer|origin|forwarded|via|x-forwarded-.*|proxy-.*|sec-.*|accept-encoding)$/;
/** For the server that they were given for, and not for one that it points to. */
const SECRET = /^(authorization|x-api-key|mcp-session-id)$/;

const AGENT = "Easel";

/** What is sent of the headers that a caller gives; `isElsewhere` after a redirect to another origin. */
export function requestHeaders(
  given: HeadersInit | undefined,
  isElsewhere: boolean,
  hasBody: boolean,
): Record<string, string> {
  const headers = new Headers(given);
  for (const name of [...headers.keys()]) {
    const isOfBody = name.startsWith("content-") && !hasBody;
    if (NEVER.test(name) || isOfBody || (isElsewhere && SECRET.test(name))) headers.delete(name);
  }
  return {
    "user-agent": AGENT,
    accept: "*/*",
    ...Object.fromEntries(headers),
    "accept-encoding": "gzip, deflate, br",
  };
}
