import { needsPage } from "../lib/shared/page-proof.ts";
import { pageHeaders } from "./page-proof.ts";

/** Calls the API, as a page of Easel if the route needs one. */
export async function call(url: string, method: string, path: string, body?: unknown) {
  const first = await send(url, method, path, body);
  if (first.status !== 403 || !needsPage(first.body.error?.details)) return first;
  return send(url, method, path, body, await pageHeaders(url));
}

async function send(url: string, method: string, path: string, body: unknown, page = {}) {
  const headers = { ...(body !== undefined && { "content-type": "application/json" }), ...page };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}
