import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";
import type { EaselServer } from "../server.ts";
import { MAKES, type Made, requestFor, type Schema } from "./api-requests.ts";
import { output } from "./registry.ts";

/** Fetched from npm for the run; openapi-typescript needs an older TypeScript than this project has. */
const PACKAGES = ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3"];
const MAX_MS = 60_000;
const PASSWORD = "correct horse";
export const FOR_API = { EASEL_PASSWORD: PASSWORD };

const schema = z.record(z.string(), z.unknown());
const parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema });
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: schema.optional() })) })
    .optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});
const documentOf = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});
type Document = z.infer<typeof documentOf>;
type Operation = z.infer<typeof operation> & { method: string; path: string };

/**
 * Generates a client from the document of a running Easel, compiles a call of each operation, and calls each with the
 * generated client. Each answer must have a described status and fit its schema. Prints the counts.
 */
export async function asApi(easel: EaselServer): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-api-"));
  try {
    const document = documentOf.parse(await (await fetch(`${easel.url}/api/openapi.json`)).json());
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
    );
    const compiled = await generate(folder, easel.url, operations);
    console.log(
      `api: the client of ${operations.length} operations ${compiled ? "compiles" : "does not compile"}`,
    );
    const { answered, refused, problems } = await callAll(folder, easel, document, operations);
    for (const problem of problems) console.error(problem);
    const all = operations.length;
    console.log(`api: ${answered + refused} of ${all} operations answered as described`);
    console.log(`api: ${answered} with success, ${refused} with a described error`);
    return compiled && problems.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function generate(folder: string, url: string, operations: readonly Operation[]): Promise<boolean> {
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  const steps: [string, string[]][] = [
    ["npm", ["install", "--no-audit", "--no-fund", ...PACKAGES]],
    ["npx", ["openapi-typescript", `${url}/api/openapi.json`, "-o", "schema.d.ts"]],
    ["npx", ["tsc", "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "calls.ts"]],
  ];
  writeFileSync(join(folder, "calls.ts"), callsOf(operations));
  for (const [program, args] of steps) {
    const { code, text } = await output(program, args, folder);
    if (code === 0) continue;
    console.error(text.slice(-4_000));
    return false;
  }
  return true;
}

/** Writes a typed function for each operation, as a program would. */
const callsOf = (operations: readonly Operation[]): string =>
  [
    'import createClient from "openapi-fetch";',
    'import type { paths } from "./schema.js";',
    'export const client = createClient<paths>({ baseUrl: "http://localhost" });',
    ...operations.map(
      ({ operationId, method, path }) =>
        `export const ${operationId} = (init: Parameters<typeof client.${method}<"${path}", any>>[1]) => client.${method}("${path}", init as any);`,
    ),
  ].join("\n");

type Client = Record<
  string,
  (path: string, init: object) => Promise<{ response: Response; error?: unknown }>
>;

async function callAll(folder: string, easel: EaselServer, document: Document, all: readonly Operation[]) {
  const { default: createClient }: { default: (options: object) => Client } = await import(
    pathToFileURL(join(folder, "node_modules/openapi-fetch/dist/index.mjs")).href
  );
  const session = await signIn(easel.url);
  const client = createClient({ baseUrl: easel.url });
  const made = await makeAll(easel.url, session);
  const token = await newToken(easel.url, session);
  const resolve = (one: Schema): Schema =>
    typeof one.$ref === "string"
      ? (document.components.schemas[one.$ref.split("/").at(-1) ?? ""] ?? {})
      : one;
  const check = checker(document);
  const counts = { answered: 0, refused: 0, problems: [] as string[] };
  for (const one of inOrder(all)) {
    const { method, path, parameters, requestBody, security } = one;
    const body = requestBody?.content["application/json"]?.schema;
    const own = parameters.flatMap((each) => ("name" in each ? [each] : []));
    const request = requestFor({ method, path, parameters: own, body }, made, resolve);
    const byToken = security.some((each) => "token" in each);
    const headers = byToken ? { authorization: `Bearer ${token}` } : { cookie: session, origin: easel.url };
    const answer = await answerOf(client, one, { ...request, headers }).catch(String);
    if (typeof answer === "string") {
      counts.problems.push(`${method} ${path}: ${answer}`);
      continue;
    }
    const { response, text } = answer;
    const problem = check(one, response.status, text);
    if (problem)
      counts.problems.push(`${method} ${path} ${response.status}: ${problem} ${text.slice(0, 300)}`);
    else if (response.ok) counts.answered++;
    else counts.refused++;
  }
  return counts;
}

type Sent = Pick<ReturnType<typeof requestFor>, "params" | "query" | "body"> & { headers: object };

/** Calls an operation. Reads the whole answer, but of a stream only its head. */
async function answerOf(client: Client, { method, path }: Operation, sent: Sent) {
  const left = new AbortController();
  const timer = setTimeout(() => left.abort(new Error("no answer in 60 s")), MAX_MS);
  try {
    const { response, error } = await (client[method] ?? fail)(path, {
      ...{ params: { path: sent.params, query: sent.query }, headers: sent.headers },
      ...{ parseAs: "stream", signal: left.signal },
      ...("body" in sent && { body: sent.body }),
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const text = isStream ? "" : response.bodyUsed ? asText(error) : await response.text();
    return { response, text };
  } finally {
    clearTimeout(timer);
    left.abort();
  }
}

/** The client has read the body of an error already. */
const asText = (error: unknown) => (typeof error === "string" ? error : (JSON.stringify(error) ?? ""));

const fail = () => Promise.reject(new Error("The client has no such method"));

/** Orders the calls: reading operations first, deletions and the end of the session last. */
function inOrder(all: readonly Operation[]): Operation[] {
  const rank = ({ method, path }: Operation) =>
    /logout|\/sessions$/.test(path) && method !== "GET"
      ? 9
      : ["GET", "PUT", "POST", "PATCH", "DELETE"].indexOf(method) +
        (/agents\/\{id\}$/.test(path) && method === "DELETE" ? 4 : 0);
  return all.toSorted((a, b) => rank(a) - rank(b));
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: PASSWORD }),
  });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function asMember(url: string, cookie: string, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: { cookie, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} ${response.status} ${text}`);
  return response.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text;
}

async function newToken(url: string, session: string): Promise<string> {
  const wanted = { name: "Conformance", scopes: ["read", "chat", "write"] };
  return (await asMember(url, session, "POST", "/api/mcp/tokens", wanted)).token;
}

async function makeAll(url: string, session: string): Promise<Made> {
  const conversation = crypto.randomUUID();
  const message = { role: "user", parts: [{ type: "text", text: "Hello" }] };
  await asMember(url, session, "POST", "/api/chat", { id: conversation, message });
  const sql = "create table if not exists cups (id integer primary key, name text)";
  await asMember(url, session, "POST", "/api/database/sql", { sql });
  await asMember(url, session, "POST", "/api/documents/ai_notes", { _id: "one", name: "Ada" });
  await asMember(url, session, "PUT", "/api/state/lamp", { value: 1 });
  const { agents } = await asMember(url, session, "GET", "/api/agents");
  const { revisions } = await asMember(url, session, "GET", "/api/history");
  const made: Made = { conversations: conversation, chat: conversation, conversation, agents: agents[0].id };
  made.history = revisions[0].id;
  made.ids = revisions[0].id;
  for (const [name, [key, body, path]] of Object.entries(MAKES)) {
    const [method = "", address = ""] = key.split(" ");
    let value = await asMember(url, session, method, address, body);
    for (const part of path) value = value[part];
    made[name] = String(value);
  }
  return made;
}

/** Returns a function that lists the errors of an answer. */
function checker(document: Document) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "easel", ...document });
  const escaped = (text: string) =>
    text.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D");
  return ({ path, method, responses }: Operation, status: number, text: string): string | undefined => {
    const wanted = responses[status] ? String(status) : status >= 400 ? `${String(status)[0]}XX` : undefined;
    if (wanted === undefined) return "the status is not described";
    const isError = status >= 400 && wanted !== String(status);
    // The doors of other standards have their own errors.
    if (isError && !path.startsWith("/api/")) return;
    if (!isError && !responses[wanted]?.content?.["application/json"]) return;
    const pointer = isError
      ? "/components/schemas/Error"
      : `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${wanted}/content/application~1json/schema`;
    if (text === "") return isError ? "the error has no body" : undefined;
    const validate = ajv.compile({ $ref: `easel#${pointer}` });
    return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
  };
}
