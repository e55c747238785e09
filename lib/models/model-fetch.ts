import { InvalidResponseDataError } from "@ai-sdk/provider";

/**
 * Fetch for model servers. A web page that comes with 200, or a way to somewhere else, means that the address leads
 * somewhere, but not to a model: the page, read as a stream of events, would pass for an answer that broke off, and the
 * other place would be sent the key that some providers have in a header of their own.
 */
export const modelFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  const { ok, status, headers } = response;
  const isPage = ok && headers.get("content-type")?.startsWith("text/html");
  if (!isPage && (status < 300 || status >= 400)) return response;
  await response.body?.cancel();
  const what = isPage ? "a web page" : `the way to another address (${status})`;
  throw new InvalidResponseDataError({ data: null, message: `The model server answered with ${what}` });
};
