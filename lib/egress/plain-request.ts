import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/shared/errors";

/** Those that say what becomes of the connection, or are for the proxy alone. */
const OF_CONNECTION =
  /^(host|connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade|via|forwarded|x-forwarded-.*)$/;
const FRAMED = new Set(["POST", "PUT", "PATCH"]);

/**
 * Makes the request that is passed on say what was checked and nothing else: its address is the checked one, the Host
 * header follows it, and whatever could make the other side see a second request in it is left out or refused.
 */
export function settle(request: IncomingMessage, url: URL): void {
  const { method = "", headers, rawHeaders } = request;
  if (method === "TRACE") throw new AppError("invalid", "TRACE is not passed on.");
  if (headers["transfer-encoding"] !== undefined && !FRAMED.has(method))
    throw new AppError("invalid", `${method} with a body of unknown length is not passed on.`);
  const named = new Set((headers.connection ?? "").toLowerCase().split(/[\s,]+/));
  named.delete("content-length");
  const kept: string[] = ["Host", url.host];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = "", value = ""] = rawHeaders.slice(i, i + 2);
    const lower = name.toLowerCase();
    if (!OF_CONNECTION.test(lower) && !named.has(lower)) kept.push(name, value);
  }
  request.rawHeaders = kept;
  request.url = url.href;
}
