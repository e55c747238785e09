import type { BrowserContext, Request } from "playwright";
import type { Caller } from "@/lib/platform/egress/caller";
import { recordRequest } from "@/lib/platform/egress/record";

/**
 * Records every request of the context's pages in the audit log. Calls `caller` when a request starts, because
 * another tool call may be running when the request ends.
 */
export function recordRequests(context: BrowserContext, caller: () => Caller): void {
  const started = new WeakMap<Request, { caller: Caller; at: number }>();
  context.on("request", (request) => {
    if (/^(https?|wss?):/.test(request.url()))
      started.set(request, { caller: caller(), at: performance.now() });
  });
  const over = async (request: Request, reason?: string) => {
    const start = started.get(request);
    if (!start) return;
    const response = reason === undefined ? await request.response() : null;
    const sizes = response ? await request.sizes() : null;
    recordRequest({
      caller: start.caller,
      via: "page",
      method: request.method(),
      url: request.url(),
      status: response?.status(),
      sent: sizes ? sizes.requestHeadersSize + sizes.requestBodySize : undefined,
      received: sizes ? sizes.responseHeadersSize + sizes.responseBodySize : undefined,
      ms: Math.round(performance.now() - start.at),
      verdict: reason === undefined ? "allowed" : "failed",
      reason,
    });
  };
  // If the page was left in the meantime, its response and sizes cannot be read.
  context.on(
    "requestfinished",
    (request) => void over(request).catch(() => over(request, "The page was left")),
  );
  context.on(
    "requestfailed",
    (request) => void over(request, request.failure()?.errorText ?? "failed").catch(() => {}),
  );
}
