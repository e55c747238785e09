import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/* A CalDAV and CardDAV server in memory, with sync-collection (RFC 6578) and strict etags. */

type Stored = { raw: string; etag: string; changed: number };
type Folder = {
  kind: "calendar" | "addressbook";
  name: string;
  objects: Map<string, Stored>;
  gone: Map<string, number>;
};
type Refusal = { status: number; body: string };
type Request = { method: string; path: string; headers: IncomingMessage["headers"]; body: string };

const USER = "/user/";

export class DavServer {
  readonly folders = new Map<string, Folder>();
  readonly requests: { method: string; path: string; status: number }[] = [];
  readonly login = { username: "ada", password: "correct horse" };
  /** Without it, clients must compare `getctag` and all etags. */
  hasSync = true;
  /** A file for subscriptions at `/feed.ics`, which needs no password. */
  feed = "";
  /** Returns the answer to a request instead, or `cut` to close its connection after it took effect. */
  trouble: (request: { method: string; path: string }) => number | Refusal | "cut" | undefined = () =>
    undefined;
  #revision = 1;
  #oldest = 0;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<DavServer> {
    const dav = new DavServer();
    await new Promise<void>((resolve) => dav.#server.listen(0, "127.0.0.1", resolve));
    dav.add("work", "calendar", "Work");
    dav.add("people", "addressbook", "People");
    return dav;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  add(id: string, kind: Folder["kind"], name: string): void {
    this.folders.set(id, { kind, name, objects: new Map(), gone: new Map() });
  }

  put(folder: string, name: string, raw: string): string {
    const of = this.#folder(folder);
    const etag = `"${createHash("sha256")
      .update(`${raw}${++this.#revision}`)
      .digest("hex")
      .slice(0, 16)}"`;
    of.objects.set(name, { raw, etag, changed: this.#revision });
    of.gone.delete(name);
    return etag;
  }

  remove(folder: string, name: string): void {
    const of = this.#folder(folder);
    of.objects.delete(name);
    of.gone.set(name, ++this.#revision);
  }

  all(folder: string): string[] {
    return [...this.#folder(folder).objects.values()].map(({ raw }) => raw);
  }

  /** Forgets all tokens, as servers do after some time. */
  forgetTokens(): void {
    this.#oldest = ++this.#revision;
  }

  #folder(id: string): Folder {
    const folder = this.folders.get(id);
    if (!folder) throw new Error(`There is no folder ${id}`);
    return folder;
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = incoming;
    const path = decodeURIComponent(new URL(incoming.url ?? "/", this.url).pathname);
    const request = { method, path, headers, body: await text(incoming) };
    const trouble = this.trouble(request);
    const refusal = typeof trouble === "number" ? { status: trouble, body: "" } : trouble;
    const answer = refusal === undefined || refusal === "cut" ? this.#handle(request) : refusal;
    this.requests.push({ method, path, status: answer.status });
    if (trouble === "cut") return void incoming.socket.destroy();
    const { status, body, ...more } = { headers: {}, ...answer };
    response
      .writeHead(status, { "content-type": "application/xml; charset=utf-8", ...more.headers })
      .end(body);
  }

  #handle(request: Request): { status: number; body: string; headers?: Record<string, string> } {
    if (request.path === "/feed.ics")
      return { status: 200, body: this.feed, headers: { "content-type": "text/calendar" } };
    const { username, password } = this.login;
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
    if (request.headers.authorization !== expected)
      return { status: 401, body: "", headers: { "www-authenticate": 'Basic realm="dav"' } };
    const { method, path } = request;
    if (path.startsWith("/.well-known/")) return { status: 301, body: "", headers: { location: "/" } };
    const [, id = "", name = ""] = /^\/user\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const folder = this.folders.get(id);
    if (method === "PROPFIND") return this.#propfind(path, request, folder && { id, folder });
    if (!folder) return { status: 404, body: "" };
    if (method === "REPORT") return this.#report(request, id, folder);
    return this.#object(request, { id, name, folder });
  }

  #object(
    { method, headers, body }: Request,
    { id, name, folder }: { id: string; name: string; folder: Folder },
  ) {
    const stored = folder.objects.get(name);
    const isMatch = headers["if-match"] === undefined || headers["if-match"] === stored?.etag;
    const isNew = headers["if-none-match"] !== "*" || stored === undefined;
    if (method === "GET")
      return stored
        ? { status: 200, body: stored.raw, headers: { etag: stored.etag } }
        : { status: 404, body: "" };
    if (!isMatch || !isNew) return { status: 412, body: "" };
    if (method === "PUT")
      return { status: stored ? 204 : 201, body: "", headers: { etag: this.put(id, name, body) } };
    if (method !== "DELETE") return { status: 405, body: "" };
    if (!stored) return { status: 404, body: "" };
    this.remove(id, name);
    return { status: 204, body: "" };
  }

  #propfind(path: string, { headers }: Request, at?: { id: string; folder: Folder }) {
    if (at) {
      const members =
        headers.depth === "1"
          ? [...at.folder.objects].map(([name, { etag }]) =>
              resource(
                `${path}${encodeURIComponent(name)}`,
                `<d:getetag>${escaped(etag)}</d:getetag><d:resourcetype/>`,
              ),
            )
          : [];
      return multi([this.#about(at.id, at.folder), ...members]);
    }
    const own =
      path === USER
        ? `<c:calendar-home-set><d:href>${USER}</d:href></c:calendar-home-set><a:addressbook-home-set><d:href>${USER}</d:href></a:addressbook-home-set><d:resourcetype><d:collection/></d:resourcetype>`
        : `<d:current-user-principal><d:href>${USER}</d:href></d:current-user-principal><d:resourcetype><d:collection/></d:resourcetype>`;
    const folders =
      path === USER && headers.depth === "1"
        ? [...this.folders].map(([id, folder]) => this.#about(id, folder))
        : [];
    return multi([resource(path, own), ...folders]);
  }

  #about(id: string, { kind, name }: Folder): string {
    const type = kind === "calendar" ? "<c:calendar/>" : "<a:addressbook/>";
    return resource(
      `${USER}${id}/`,
      `<d:displayname>${escaped(name)}</d:displayname><d:resourcetype><d:collection/>${type}</d:resourcetype><s:getctag>${this.#revision}</s:getctag>`,
    );
  }

  #report({ body }: Request, id: string, { kind, objects, gone }: Folder) {
    const data = kind === "calendar" ? "c:calendar-data" : "a:address-data";
    const href = (name: string) => `${USER}${id}/${encodeURIComponent(name)}`;
    if (body.includes("sync-collection")) {
      const since = /sync-token>(?:urn:rev:)?(\d*)</.exec(body)?.[1] ?? "";
      if (!this.hasSync) return { status: 403, body: "" };
      if (since !== "" && Number(since) < this.#oldest) return { status: 403, body: "" };
      const from = Number(since || -1);
      const changed = [...objects].filter(([, { changed }]) => changed > from);
      const removed = since === "" ? [] : [...gone].filter(([, at]) => at > from);
      return multi(
        [
          ...changed.map(([name, { etag }]) =>
            resource(href(name), `<d:getetag>${escaped(etag)}</d:getetag>`),
          ),
          ...removed.map(
            ([name]) =>
              `<d:response><d:href>${href(name)}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`,
          ),
        ],
        `<d:sync-token>urn:rev:${this.#revision}</d:sync-token>`,
      );
    }
    const wanted = [...body.matchAll(/href>([^<]*)</g)].map(([, path = ""]) =>
      decodeURIComponent(path.split("/").at(-1) ?? ""),
    );
    return multi(
      wanted.map((name) => {
        const stored = objects.get(name);
        return stored
          ? resource(
              href(name),
              `<d:getetag>${escaped(stored.etag)}</d:getetag><${data}>${escaped(stored.raw)}</${data}>`,
            )
          : `<d:response><d:href>${href(name)}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`;
      }),
    );
  }
}

const escaped = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#13;");

const resource = (href: string, props: string): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;

const multi = (responses: readonly string[], more = "") => ({
  status: 207,
  body: `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="urn:ietf:params:xml:ns:carddav" xmlns:s="http://calendarserver.org/ns/">${responses.join("")}${more}</d:multistatus>`,
});
