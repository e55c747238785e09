import { issuePageProof } from "@/lib/platform/access/page-proof";
import { requireSession } from "@/lib/platform/access/session";
import { PAGE_HEADER } from "@/lib/shared/page-proof";

type Init = Omit<RequestInit, "body"> & { body?: unknown; headers?: Record<string, string> };

/**
 * Creates a test request like a client other than a browser, with the proof of a page without a session if it changes
 * something. A body that is not a string is sent as JSON.
 */
export function testRequest(path: string, { body, headers, ...init }: Init = {}): Request {
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(init.method ?? "GET");
  return new Request(`http://localhost:3000${path}`, {
    ...init,
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      host: "localhost:3000",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(isRead ? {} : pageOf(null)),
      ...headers,
    },
  });
}

/** Returns the headers with which a page proves that it sent a request. */
export function pageOf(session: string | null): Record<string, string> {
  const page = new Request("http://localhost:3000/", { headers: { origin: "http://localhost:3000" } });
  const { proof, headers } = issuePageProof(page, session);
  return { [PAGE_HEADER]: proof, cookie: headers["set-cookie"]?.split(";")[0] ?? "" };
}

/** Returns the headers of a page whose browser has the cookie of a session. */
export async function pageWith(cookie: string): Promise<Record<string, string>> {
  const request = new Request("http://localhost:3000/", { headers: { cookie } });
  const page = pageOf(await requireSession(request).catch(() => null));
  return { ...page, cookie: `${cookie}; ${page.cookie}` };
}

export async function answer(response: Response) {
  return { status: response.status, ...(await response.json()) };
}
