import { z } from "zod";
import { env } from "@/lib/ground/base/env";
import { assertFromPage } from "@/lib/platform/access/page-proof";
import { onSessionEnd, requireSession } from "@/lib/platform/access/session";
import { agentAddress } from "@/lib/shared/agents/agent-address";
import { AppError } from "@/lib/shared/errors";
import { isStorable, type Limits } from "@/lib/shared/text/storable";
import { resolveAgent } from "@/lib/store/agents/agents";
import { reread } from "@/lib/store/unreachable";
import { errorResponse } from "./error-response";
import { requestRefusal } from "./guard";
import { assertLength, discardBody, readJson } from "./request-body";
import { endedBy } from "./stream";
import { parsePart } from "./validate";

const MB = 1_000_000;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const UUID = z.uuid();
const nothing = z.object({});
// Routes without a body accept an empty one or {}, which many clients send.
const noBody = z.strictObject({}).optional();

type Method = (typeof METHODS)[number];
type Params = Record<string, string | string[] | undefined>;
type Context = { params: Promise<Params> };
export type Handler = {
  (request: Request, context?: Context): Promise<Response>;
  /** Whether the route changes rights, with all requests or some. Missing if it does not. */
  fromPage?: "all" | "some";
};

type Options<P, Q extends z.ZodType, B extends z.ZodType, A> = {
  params?: P;
  /** Schema of the query string. Known keys are validated, others are ignored. */
  query?: Q;
  /** Schema of the body. It is strict at every level: an unknown field is an error. */
  body?: B;
  /** Maximum bytes of the body; default 1 MB. */
  maxBytes?: number;
  /** Maximum depth and number of values, if not the default. */
  limits?: Limits;
  /** True if the body is not JSON. The handler then reads `request.body` and limits its size itself. */
  raw?: boolean;
  /** True if the route can be used without a session. */
  public?: boolean;
  /**
   * True if the route changes rights, so that only a page of Easel may call it. A function decides for each request.
   * `app/rights.test.ts` lists these routes.
   */
  fromPage?: true | ((asked: { query: z.output<Q>; body: z.output<B> }) => boolean);
  /**
   * Makes the route accept `?agent=ID`. Without the parameter, the route uses the first agent, or with "optional"
   * all agents.
   */
  agent?: A;
};

type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A> = {
  request: Request;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
} & (A extends true ? { agentId: string } : unknown) &
  (A extends "optional" ? { agentId?: string } : unknown);

/**
 * Creates a route handler. It checks access, validates the input, calls `handle`, and converts errors to the
 * API's error format. A Response is returned unchanged, undefined becomes 204, and other values are sent as
 * JSON.
 */
export function route<
  P extends z.ZodType = typeof nothing,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof noBody,
  A extends boolean | "optional" = false,
>(options: Options<P, Q, B, A>, handle: (input: Input<P, Q, B, A>) => unknown): Handler {
  const handler: Handler = async (request, context) => {
    try {
      const session = await admit(request, options.public);
      if (options.fromPage === true) assertFromPage(request, session);
      const { searchParams } = new URL(request.url);
      const params = parseParams(options.params ?? nothing, await context?.params);
      const query = parseQuery(options.query ?? nothing, searchParams);
      const isMeant = options.agent === true || (options.agent === "optional" && searchParams.has("agent"));
      const agentId = isMeant ? await reread(() => findAgent(searchParams, request)) : undefined;
      const body = options.raw ? undefined : await parseBody(options.body ?? noBody, request, options);
      const input = { request, params, query, body, agentId } as Input<P, Q, B, A>;
      if (typeof options.fromPage === "function" && options.fromPage(input)) assertFromPage(request, session);
      const work = async () => handle(input);
      const response = await respond(request, await (isRead(request) ? reread(work) : work()));
      return options.public ? response : endedBy(response, (end) => onSessionEnd(session, end));
    } catch (error) {
      return refuse(error, request);
    }
  };
  if (options.fromPage) handler.fromPage = options.fromPage === true ? "all" : "some";
  return handler;
}

type Routes = Record<Method | "OPTIONS", Handler>;

/**
 * Returns handlers for all methods of a path: `export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } =
 * routes({ GET: … })`. Missing methods respond 405 with the API's error format; Next would send an empty
 * body.
 */
export function routes(handlers: Partial<Record<Method, Handler>>): Routes {
  const allow = [
    "OPTIONS",
    ...METHODS.filter((method) => handlers[method]),
    ...(handlers.GET ? ["HEAD"] : []),
  ].join(", ");
  const other: Handler = async (request) => {
    const message = `${request.method} is not supported here. Supported: ${allow}.`;
    const error = new AppError("method_not_allowed", message);
    return (await refusal(request)) ?? refuse(error, request, { allow });
  };
  const options: Handler = async (request) =>
    (await refusal(request)) ?? new Response(null, { status: 204, headers: { allow } });
  const all = Object.fromEntries(METHODS.map((method) => [method, handlers[method] ?? other]));
  return { ...(all as Record<Method, Handler>), OPTIONS: options };
}

/**
 * Checks the request's origin and, if a password is set, its session. Returns the session's id. Throws an
 * AppError if either check fails.
 */
async function admit(request: Request, open = false): Promise<string | null> {
  const { HOST, PORT, EASEL_ORIGIN, EASEL_SANDBOX_HOST } = env();
  const { method, url, headers } = request;
  const served = { host: HOST, port: PORT, origin: EASEL_ORIGIN, sandboxHost: EASEL_SANDBOX_HOST };
  const refused = requestRefusal({ method, url: new URL(url).pathname, headers }, served);
  if (refused) throw new AppError(refused.code, refused.message);
  return open ? null : requireSession(request);
}

const refusal = (request: Request): Promise<Response | undefined> =>
  admit(request).then(
    () => undefined,
    (error) => refuse(error, request),
  );

async function refuse(error: unknown, request: Request, headers?: HeadersInit): Promise<Response> {
  await discardBody(request);
  return errorResponse(error, request, headers);
}

/** An invalid path parameter cannot exist, so it is a 404. */
function parseParams<P extends z.ZodType>(schema: P, params: Params = {}): z.output<P> {
  const result = schema.safeParse(params);
  if (result.success && Object.values(params).flat().every(storable)) return result.data;
  throw new AppError("not_found", "This address does not exist.");
}

function parseQuery<Q extends z.ZodType>(schema: Q, searchParams: URLSearchParams): z.output<Q> {
  const pairs = [...new Set(searchParams.keys())].map((key) => {
    const all = searchParams.getAll(key);
    return [key, all.length > 1 ? all : all[0]];
  });
  if (![...searchParams.values()].every(storable)) {
    throw new AppError("invalid", "The query is not valid: it contains a character that cannot be stored.");
  }
  return parsePart("query", schema, Object.fromEntries(pairs));
}

const storable = (value: string | undefined) => value === undefined || isStorable(value);

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/**
 * Finds the agent of a request. The URLs of images and downloads in a page do not name it, so it is then
 * taken from the page's URL in the referrer.
 */
async function findAgent(query: URLSearchParams, { headers }: Request): Promise<string> {
  const page = URL.parse(headers.get("referer") ?? "");
  const ofPage = page && page.host === headers.get("host") ? agentAddress(page.pathname).agentId : undefined;
  const id = query.get("agent") ?? ofPage;
  if (id === undefined || UUID.safeParse(id).success) return resolveAgent(id);
  throw new AppError("not_found", "There is no such agent. Omit ?agent= to use the first one.");
}

async function parseBody<B extends z.ZodType>(
  schema: B,
  request: Request,
  { maxBytes = MB, limits }: Pick<Options<never, never, never, never>, "maxBytes" | "limits">,
): Promise<z.output<B>> {
  assertLength(request, maxBytes);
  if (isRead(request)) return parsePart("body", schema, undefined);
  const value = await readJson(request, maxBytes, limits);
  if (value !== undefined || schema.safeParse(undefined).success) return parsePart("body", schema, value);
  throw new AppError("bad_request", "The body is empty. Send JSON.");
}

async function respond(request: Request, result: unknown): Promise<Response> {
  const response =
    result instanceof Response
      ? result
      : result === undefined
        ? new Response(null, { status: 204 })
        : Response.json(result, { headers: { "cache-control": "no-store" } });
  if (request.method !== "HEAD") return response;
  // For a HEAD request Next calls the GET handler and drops the body without cancelling it, so a stream would
  // never end.
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
