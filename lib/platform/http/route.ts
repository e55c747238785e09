import { z } from "zod";
import { actingAs } from "@/lib/ground/base/acting";
import { env } from "@/lib/ground/base/env";
import {
  agentFor,
  assertConversation,
  assertRole,
  mayRead,
  mayUse,
  type OpenBoard,
  openBoard,
} from "@/lib/platform/access/rights";
import { OWNER, requireIdentity } from "@/lib/platform/access/session";
import { namesToken } from "@/lib/platform/access/tokens";
import { agentAddress } from "@/lib/shared/agents/agent-address";
import { AppError } from "@/lib/shared/errors";
import type { Scope } from "@/lib/shared/mcp/tokens";
import type { Member } from "@/lib/shared/members/members";
import type { BoardRight, Right, Role } from "@/lib/shared/members/roles";
import { isStorable, type Limits } from "@/lib/shared/text/storable";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import type { BoardRef } from "@/lib/store/members/board-sharing";
import { reread } from "@/lib/store/unreachable";
import { errorResponse } from "./error-response";
import { requestRefusal } from "./guard";
import { withinLimits } from "./program";
import { assertLength, discardBody, readJson } from "./request-body";
import { actorFor, assertPage, assertScope, onAccessEnd, type Requester, requireProgram } from "./scope";
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
  /** Missing for methods that the route does not have. */
  accepts?: Accepts;
};

/** Input and access of a route, for the description of the API. */
export type Accepts = Pick<
  Options<z.ZodType, z.ZodType, z.ZodType, boolean | "optional">,
  "params" | "query" | "body" | "raw" | "public" | "role" | "right" | "agent" | "scope"
>;

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
  /** The role that a member needs; default "admin" for routes of the workspace, "guest" for routes of an agent. */
  role?: Role;
  /** The right on the agent that a member needs; default "edit". */
  right?: Right;
  /**
   * The conversation of a request. Only its author may use the route; with `readable`, also members with whom it is
   * shared. Others get the response for a conversation that does not exist.
   */
  conversation?: (asked: {
    params: z.output<P>;
    query: z.output<Q>;
    body: z.output<B>;
  }) => string | undefined;
  readable?: true;
  /** The board of a request, and the right on it. Members with whom it is shared need no right on its agent. */
  board?: { of: (asked: { params: z.output<P> }) => BoardRef; right: BoardRight };
  /**
   * True if the route changes rights, so that only a page of Easel may call it. A function decides for each request.
   * `app/rights.test.ts` lists these routes.
   */
  fromPage?: true | ((asked: { query: z.output<Q>; body: z.output<B> }) => boolean);
  /**
   * The scope that a program with a token needs, or "none" if no program may use the route. Default: `read` or `write`
   * by the method, for routes of an agent that need no role of the workspace; "none" for all others.
   */
  scope?: Scope | "none";
  /**
   * Makes the route accept `?agent=ID`. Without the parameter, the route uses the first agent, or with "optional"
   * all agents.
   */
  agent?: A;
};

type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A> = {
  request: Request;
  /** The member who sent the request; for public routes the owner. */
  member: Member;
  session: string | null;
  /** The token of the program that sent the request. */
  program: McpToken | undefined;
  /** Undefined unless the route has the option `board`. */
  board: OpenBoard | undefined;
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
      const identity = await admit(request, options.public);
      const { program } = identity;
      const answer = () => answerTo(request, identity, context);
      return await (program ? withinLimits(program, answer) : answer());
    } catch (error) {
      return refuse(error, request);
    }
  };
  async function answerTo(request: Request, identity: Requester, context?: Context): Promise<Response> {
    const { session, member, program } = identity;
    if (program) assertScope(program, options, request.method);
    if (!options.public) assertRole(member, options.role ?? (options.agent ? "guest" : "admin"));
    if (options.fromPage === true) assertPage(request, identity);
    const { searchParams } = new URL(request.url);
    const params = parseParams(options.params ?? nothing, await context?.params);
    const query = parseQuery(options.query ?? nothing, searchParams);
    const isMeant =
      options.agent === true ||
      (options.agent === "optional" && (program !== undefined || searchParams.has("agent")));
    const right = options.right ?? "edit";
    const actor = options.public ? null : await actorFor(identity);
    const run = <T>(work: () => T): T => (actor ? actingAs(actor, work) : work());
    const agentId = isMeant
      ? await reread(() => run(() => findAgent(searchParams, request, identity, right)))
      : undefined;
    const { board: wanted } = options;
    const findBoard = () =>
      wanted && openBoard(member, wanted.of({ params: params as z.output<P> }), wanted.right);
    const board = await reread(() => run(async () => findBoard()));
    const body = options.raw ? undefined : await parseBody(options.body ?? noBody, request, options);
    const input = { request, member, session, program, board, params, query, body, agentId } as Input<
      P,
      Q,
      B,
      A
    >;
    const conversation = agentId && options.conversation?.(input);
    if (conversation)
      await assertConversation({ member, agentId, conversation, isReadable: options.readable });
    if (typeof options.fromPage === "function" && options.fromPage(input)) assertPage(request, identity);
    const work = async () => handle(input);
    const response = await respond(request, await run(() => (isRead(request) ? reread(work) : work())));
    if (options.public) return response;
    const mayStay = async () =>
      (await mayUse(member.id, agentId ?? null, right)) &&
      (!conversation || (await mayRead({ member, agentId, conversation }))) &&
      (!board || (await findBoard()) !== undefined);
    return endedBy(response, (end) => onAccessEnd(identity, end, mayStay));
  }
  if (options.fromPage) handler.fromPage = options.fromPage === true ? "all" : "some";
  handler.accepts = options;
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
 * Checks the request's origin and its token or, if a password is set, its session. Returns who sent it. A request with a
 * token gets the rights of the token alone, whatever cookies it has. Throws an AppError if a check fails.
 */
async function admit(request: Request, open = false): Promise<Requester> {
  const { HOST, PORT, EASEL_ORIGIN, EASEL_SANDBOX_HOST } = env();
  const { method, url, headers } = request;
  const served = { host: HOST, port: PORT, origin: EASEL_ORIGIN, sandboxHost: EASEL_SANDBOX_HOST };
  const refused = requestRefusal({ method, url: new URL(url).pathname, headers }, served);
  if (refused) throw new AppError(refused.code, refused.message);
  if (open) return { session: null, member: OWNER };
  return namesToken(request) ? requireProgram(request) : requireIdentity(request);
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
async function findAgent(
  query: URLSearchParams,
  { headers }: Request,
  { member, program }: Requester,
  right: Right,
): Promise<string> {
  const page = URL.parse(headers.get("referer") ?? "");
  const ofPage = page && page.host === headers.get("host") ? agentAddress(page.pathname).agentId : undefined;
  const id = query.get("agent") ?? (program ? program.agentId : ofPage);
  if (id === undefined || UUID.safeParse(id).success) return agentFor(member, id, right);
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
