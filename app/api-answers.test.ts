import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { startRunJob } from "@/lib/agent/background/job-run";
import { startQueue } from "@/lib/agent/background/queue";
import { servedDocument } from "@/lib/doors/api/served";
import { testDatabase } from "@/lib/store/testing/database";
import { ROUTES, requestsOf } from "./testing/isolation-requests";
import type { Seen } from "./testing/isolation-seen";
import { makeOwner, rowsOf, talk } from "./testing/owner";

/*
 * Answers of the routes must be those of the OpenAPI document. An agent with data sends every route the requests of
 * `testing/isolation-routes.ts` about its own data.
 */

const openapi: object = JSON.parse(servedDocument().text);
const content = z.record(z.string(), z.unknown());
const operation = z.object({ responses: z.record(z.string(), z.object({ content: content.optional() })) });
const PATHS = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) }).parse(openapi).paths;
const READS = ["GET"] as const;
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;
const API = ROUTES.filter((file) => file.startsWith("api/"));
/** These end or replace what later requests need, or stop the server. */
const LAST = /^api\/(agents|backup|login|logout|sessions|password|me|import|history\/at)/;

/** `npm test` tries some of the ids, `npm run attack` all. */
const EVERY = process.env.ATTACK === "all" ? 1 : 4;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "easel", ...openapi });
const validators = new Map<string, ValidateFunction>();

let database: Awaited<ReturnType<typeof testDatabase>>;
let [agent, folder] = ["", ""];
let seen: Seen;
const valid = new Set<string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-data-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  database = await testDatabase();
  await startQueue([startRunJob]).started;
  const made = await makeOwner();
  agent = made.owner;
  const uuids = JSON.stringify(await rowsOf(agent)).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const ids = [...new Set(uuids)].filter((id) => id !== agent).filter((_, nth) => nth % EVERY === 0);
  seen = { owner: agent, conversation: made.conversation, own: await talk(agent, "Hello"), ids };
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Returns the problems of an answer; none if the document has its status and its body fits. */
function problemsOf(key: { path: string; method: string }, status: number, text: string): string[] {
  const { responses } = PATHS[key.path]?.[key.method.toLowerCase()] ?? { responses: {} };
  const wanted = responses[status] ? String(status) : status >= 400 ? `${String(status)[0]}XX` : undefined;
  if (wanted === undefined) return [`status ${status} is not described`];
  const { content } = status >= 400 ? { content: { "application/json": {} } } : (responses[wanted] ?? {});
  if (!content) return text === "" ? [] : ["a body is not described"];
  if (!("application/json" in content)) return [];
  const pointer =
    status >= 400
      ? "/components/schemas/Error"
      : `/paths/${escaped(key.path)}/${key.method.toLowerCase()}/responses/${wanted}/content/application~1json/schema`;
  let validate = validators.get(pointer);
  if (!validate) {
    validate = ajv.compile({ $ref: `easel#${pointer}` });
    validators.set(pointer, validate);
  }
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).slice(0, 4).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const escaped = (path: string) =>
  path.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D");

const pathOf = (file: string) =>
  `/${file.replace("/route.ts", "").replace(/\[+(?:\.\.\.)?(\w+)\]+/g, "{$1}")}`;
const DESCRIBED = API.filter((file) => pathOf(file) in PATHS && !LAST.test(file));

// Reads go first, because writes delete what they read.
test.each([{ methods: READS }, { methods: WRITES }])(
  "answers to $methods requests are as described",
  async ({ methods }) => {
    const problems = new Set<string>();
    for (const file of DESCRIBED)
      for await (const { method, path, send } of requestsOf(file, seen, agent, { methods })) {
        const key = { path: pathOf(file), method };
        // The others lead to a name, such as the tool "check".
        if (!PATHS[key.path]?.[method.toLowerCase()]) continue;
        const { status, text } = await send();
        const found = problemsOf(key, status, text);
        if (found.length === 0 && status < 300) valid.add(`${method} ${key.path}`);
        if (found.length > 0) problems.add(`${method} ${path.slice(0, 120)} ${found.join("; ")}`);
      }
    expect([...problems]).toEqual([]);
  },
  300_000,
);

test("at least half of the operations have answered with success", () => {
  console.info(`${valid.size} operations answered with a valid body`);
  expect(valid.size).toBeGreaterThan(100);
});
