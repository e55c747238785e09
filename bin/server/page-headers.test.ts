import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { setHeaders } from "./page-headers";

function acceptedEncoding(url: string, client: string): unknown {
  const headers: Record<string, string> = { "accept-encoding": "gzip", "x-forwarded-for": client };
  const request = { url, headers, headersDistinct: { "x-forwarded-for": [client] }, socket: {} };
  const response = { setHeader: () => {} } as unknown as ServerResponse;
  setHeaders(request as unknown as IncomingMessage, response, { dev: false, behindProxy: true });
  return headers["accept-encoding"];
}

test.each([
  ["/api/conversations/1", "203.0.113.7", true],
  ["/api/conversations?q=x", "203.0.113.7", true],
  ["/rt/core.js", "203.0.113.7", true],
  ["/api/conversations/1", "127.0.0.1", false],
  ["/rt/core.js", "::1", false],
  ["/api/chat/1/stream", "203.0.113.7", false],
  ["/api/conversations/1/export", "203.0.113.7", false],
  ["/", "127.0.0.1", true],
])("%s for %s may be compressed: %s", (url, client, expected) => {
  expect(acceptedEncoding(url, client) !== undefined).toBe(expected);
});
