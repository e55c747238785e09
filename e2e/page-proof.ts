import type { APIRequestContext } from "@playwright/test";
import { PAGE_HEADER } from "../lib/shared/page-proof.ts";

/** Returns the headers with which a page of Easel proves that it sent a request, for a server without a password. */
export async function pageHeaders(url: string): Promise<Record<string, string>> {
  const { origin } = new URL(url);
  const response = await fetch(`${origin}/api/page`, { method: "POST", headers: { origin } });
  const { proof } = await response.json();
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { [PAGE_HEADER]: proof, cookie };
}

/** Like `pageHeaders`, for requests that use the cookies of a browser context. */
export async function pageHeadersOf(request: APIRequestContext, url = ""): Promise<Record<string, string>> {
  const { origin } = new URL((await request.get(`${url}/api/health`)).url());
  const response = await request.post(`${url}/api/page`, { headers: { origin } });
  return { [PAGE_HEADER]: (await response.json()).proof };
}
