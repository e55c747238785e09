import { globSync } from "node:fs";
import { join } from "node:path";
import { testRequest } from "@/lib/platform/http/test-request";
import { NAMES } from "./isolation-calls";
import { BODIES, QUERIES } from "./isolation-routes";
import type { Seen } from "./isolation-seen";

const APP = join(import.meta.dirname, "..");

/** Routes that belong to no agent, with the reason. */
export const WORKSPACE: Record<string, string> = {
  "ag-ui/[agent]/route.ts": "By a token, to the agents that its member may use",
  "ag-ui/route.ts": "By a token, to the agents that its member may use",
  "api/[[...path]]/route.ts": "Says that there is no such route",
  "api/agents/[id]/restore/route.ts": "Agents of the workspace",
  "api/agents/[id]/sharing/route.ts": "Members of the workspace",
  "api/agents/[id]/route.ts": "Agents of the workspace",
  "api/agents/route.ts": "Agents of the workspace",
  "api/backup/[id]/route.ts": "The workspace, for its user alone",
  "api/backup/preview/route.ts": "The workspace, for its user alone",
  "api/backup/restore/route.ts": "The workspace, for its user alone",
  "api/backup/route.ts": "The workspace, for its user alone",
  "api/bundles/[hash]/route.ts": "By the hash of the compiled code, which cannot be guessed",
  "api/health/route.ts": "The server",
  "api/invitations/[id]/route.ts": "Members of the workspace",
  "api/invitations/route.ts": "Members of the workspace",
  "api/login/route.ts": "Who is there",
  "api/logout/route.ts": "Who is there",
  "api/members/[id]/invitation/route.ts": "Members of the workspace",
  "api/members/[id]/route.ts": "Members of the workspace",
  "api/members/route.ts": "Members of the workspace",
  "api/me/accounts/route.ts": "The signed-in member",
  "api/me/password/route.ts": "The signed-in member",
  "api/me/route.ts": "The signed-in member",
  "api/me/two-factor/route.ts": "The signed-in member",
  "api/openapi.json/route.ts": "The program",
  "api/page/route.ts": "Pages of the user",
  "api/password/route.ts": "Who is there",
  "api/push/route.ts": "Browsers of the user",
  "api/shared-boards/[agent]/[id]/route.ts": "A board that is shared with the member",
  "api/shared-boards/[agent]/[id]/stream/route.ts": "A board that is shared with the member",
  "api/shared-boards/[agent]/[id]/tiles/[tile]/query/route.ts": "A board that is shared with the member",
  "api/shared-boards/[agent]/[id]/tiles/[tile]/route.ts": "A board that is shared with the member",
  "api/queues/[name]/retry/route.ts": "The server's own work",
  "api/queues/route.ts": "The server's own work",
  "api/sessions/[id]/route.ts": "Who is there",
  "api/sessions/route.ts": "Who is there",
  "api/sign-in/invitation/passkey/route.ts": "Who is there",
  "api/sign-in/invitation/route.ts": "Who is there",
  "api/sign-in/oidc/[id]/start/route.ts": "Who is there",
  "api/sign-in/passkeys/[id]/route.ts": "The signed-in member",
  "api/sign-in/passkeys/options/route.ts": "Who is there",
  "api/sign-in/passkeys/registration/route.ts": "The signed-in member",
  "api/sign-in/passkeys/verify/route.ts": "Who is there",
  "api/sign-in/providers/[id]/route.ts": "The workspace",
  "api/sign-in/providers/route.ts": "The workspace",
  "api/webhooks/telegram/route.ts": "By a secret, of a bot that names the agent",
  "api/webhooks/whatsapp/route.ts": "By a signature, with the secret of an account that names the agent",
  "ask/[token]/route.ts": "By a signed link, to one ask alone",
  "calendar/[name]/route.ts": "By a token that names the agent",
  "client-metadata.json/route.ts": "The program",
  "hooks/[token]/route.ts": "By a token that names the agent",
  "metrics/route.ts": "The server",
  "mcp/route.ts": "By a token that names the agent",
  "p/[slug]/calls/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/comments/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/icon/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/manifest/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/name/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/room/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/script/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/state/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/stream/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/unlock/route.ts": "By the audience of an app, to what was published in it alone",
  "rt/[...path]/route.ts": "The program",
  "sandbox/route.ts": "The program",
  "shared/[token]/document/route.ts": "By a token, to what was shared with it alone",
  "shared/[token]/now/route.ts": "By a token, to what was shared with it alone",
  "shared/[token]/route.ts": "By a token, to what was shared with it alone",
  "shared/[token]/stream/route.ts": "By a token, to what was shared with it alone",
  "sign-in/[id]/route.ts": "Who is there",
  "v1/[...path]/route.ts": "By a token, to the agents that its member may use",
  "v1/chat/completions/route.ts": "By a token, to the agents that its member may use",
  "v1/models/[id]/route.ts": "By a token, to the agents that its member may use",
  "v1/models/route.ts": "By a token, to the agents that its member may use",
  "v1/responses/[id]/cancel/route.ts": "By a token, to the agents that its member may use",
  "v1/responses/[id]/route.ts": "By a token, to the agents that its member may use",
  "v1/responses/route.ts": "By a token, to the agents that its member may use",
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
type Params = Record<string, string | string[]>;
export type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;
export const ROUTES = globSync("**/route.ts", { cwd: APP }).sort();

function places(file: string, seen: Seen): Params[] {
  const names = [...file.matchAll(/\[+(?:\.\.\.)?(\w+)\]+/g)].map(([, name = ""]) => name);
  if (names.length === 0) return [{}];
  if (names.includes("collection"))
    return ["ai_ships", "contacts"].flatMap((collection) =>
      (names.includes("id") ? ["one", "pilot"] : [""]).map((id) => ({ collection, ...(id && { id }) })),
    );
  const [name = ""] = names;
  if (name === "key") return [{ key: ["kept"] }];
  const values =
    name === "conversation"
      ? [seen.conversation]
      : name === "id"
        ? [...seen.ids, "database", "claude"]
        : NAMES;
  return values.map((value) => ({ [name]: value }));
}

type Asked = {
  method: Method;
  path: string;
  params: Params;
  body: object | undefined;
  send(): Promise<{ status: number; text: string }>;
};

/** Yields requests to a route file with the names and ids of another agent or member. */
export async function* requestsOf(
  file: string,
  seen: Seen,
  agent: string,
  { headers, methods = METHODS }: { headers?: Record<string, string>; methods?: readonly Method[] } = {},
): AsyncGenerator<Asked> {
  const route: Partial<Record<string, Handler>> = await import(/* @vite-ignore */ join(APP, file));
  for (const method of methods) {
    const handler = route[method];
    if (!handler) continue;
    const isRead = method === "GET";
    const queries = isRead ? (QUERIES[file]?.(seen) ?? [""]) : [""];
    const bodies = isRead ? [undefined] : [undefined, ...(BODIES[file]?.(seen) ?? [])];
    for (const params of places(file, seen))
      for (const query of queries)
        for (const body of bodies) {
          const path = `/${file.replace(/\/route\.ts$/, "")}?agent=${agent}&${query}`.replaceAll(
            /[[\]]/g,
            "",
          );
          const send = () => answerOf(handler, testRequest(path, { method, body, headers }), params);
          yield { method, path, params, body, send };
        }
  }
}

async function answerOf(handler: Handler, request: Request, params: Params) {
  const left = new AbortController();
  const asked = new Request(request, { signal: left.signal });
  const response = await handler(asked, { params: Promise.resolve(params) });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) left.abort();
  return { status: response.status, text: await response.text() };
}
