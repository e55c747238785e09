import { testRequest } from "@/lib/platform/http/test-request";

const ORIGIN = "http://localhost:3000";

type Handler = (request: Request, context?: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Asked = { body?: unknown; params?: Record<string, string>; headers?: Record<string, string> };

/** A browser with cookies, which calls the handlers of routes as a page of Easel does. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  address: string;

  /** `address`: the client's address, by which attempts are limited. */
  constructor(address = "203.0.113.1") {
    this.address = address;
  }

  async call(handler: Handler, path: string, method: string, asked: Asked = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = testRequest(path, {
      ...{ method, body: asked.body },
      headers: { origin: ORIGIN, "x-forwarded-for": this.address, cookie, ...asked.headers },
    });
    const response = await handler(request, { params: Promise.resolve(asked.params ?? {}) });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    return response;
  }

  #keep(set: string): void {
    const [pair = ""] = set.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "" || /Max-Age=0/.test(set)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export async function read(response: Response) {
  const text = await response.text();
  return { status: response.status, ...(text === "" ? {} : JSON.parse(text)) };
}
