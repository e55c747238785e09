import { singleton } from "../../ground/base/process.ts";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
/** The handlers that a route module exports, by HTTP method. */
export type Handlers = Partial<Record<string, Handler>>;

/**
 * Routes that the front server calls without Next.js's router, by path. A segment such as `[id]` matches any
 * value. Measured: the router takes as long as the rest of a chat request before the database.
 */
export const directRoutes = () => singleton("direct routes", () => new Map<string, Handlers>());

/** The source of an event stream. */
export type Events = {
  /** Returns whole events; an empty string sends a comment. */
  next(): Promise<IteratorResult<string, void>>;
  /** Ends the source, because the client has disconnected or its session has ended. */
  leave(): void;
};

/** Interval of comments, which keep proxies from closing a quiet stream and reveal disconnected clients. */
export const PING_MS = 15_000;
export const STILL_HERE = ": still here\n\n";
