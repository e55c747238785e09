import { InvalidResponseDataError } from "@ai-sdk/provider";

/**
 * Fetch for model servers. A web page that comes with 200 means that the address leads somewhere, but not to a model;
 * read as a stream of events it would pass for an answer that broke off.
 */
export const modelFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.ok || !response.headers.get("content-type")?.startsWith("text/html")) return response;
  await response.body?.cancel();
  throw new InvalidResponseDataError({ data: null, message: "The model server answered with a web page" });
};
