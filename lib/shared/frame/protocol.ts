import * as z from "zod/mini";
import { MAX_SQL } from "../components/access";
import { type Cell, cell, param } from "../data/cell";
import { LIMITS } from "./limits";

/*
 * How a page and the frame of a component talk. The frame says hello to the page, which answers with a port; from then
 * on there is nothing but the port, and every message on it is JSON as text: its size is known before it is read, and
 * nothing but data can be in it.
 */

const id = z.int().check(z.nonnegative(), z.lte(Number.MAX_SAFE_INTEGER));
const text = (most: number) => z.string().check(z.maxLength(most));
const key = z.string().check(z.minLength(1), z.maxLength(512));
const props = z.record(z.string(), z.unknown());
/** Whose state a key belongs to: the agent's, unless it is what is kept of this one sheet. */
const scope = z.optional(z.literal("sheet"));
export type Scope = z.infer<typeof scope>;

/** Sent by the frame's window, and the only thing that ever is. */
export const hello = z.strictObject({ easel: z.literal("hello"), nonce: text(64) });
/** The page's answer, which brings the port. */
export const welcome = z.strictObject({ easel: z.literal("welcome"), nonce: text(64) });

/** How the page looks now, so that a component looks alike. `tokens` are those whose value depends on the page. */
export const look = z.strictObject({
  theme: z.enum(["light", "dark"]),
  tokens: z.record(z.string().check(z.regex(/^--[a-z0-9-]+$/)), text(200)),
});
export type Look = z.infer<typeof look>;

/** What a query gives. */
const result = {
  columns: z.array(z.string()),
  // The page has them of our own server.
  rows: z.array(z.custom<Cell[]>(Array.isArray)),
  truncated: z.boolean(),
};

/** What queries gave once, by the JSON of their SQL and parameters. */
const frozenRows = z.record(z.string(), z.strictObject(result));
export type FrozenRows = z.infer<typeof frozenRows>;

/** From the page to the frame. */
export const toFrame = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("mount"),
    js: z.string(),
    css: z.string(),
    props,
    title: z.string(),
    /** Whether there is a server that does what `follow`, `edit`, `tool` and `file` ask. */
    hasServer: z.optional(z.boolean()),
  }),
  z.strictObject({ type: z.literal("props"), props }),
  /**
   * As far as the component is written: it is drawn in place of what came before if that works, and is there to be seen alone.
   * `given`: the rows of the version that it changes, once.
   */
  z.strictObject({
    type: z.literal("preview"),
    js: z.string(),
    css: z.string(),
    props,
    given: z.optional(frozenRows),
  }),
  /** Nobody waits for it: it may do once what takes long the first time. */
  z.strictObject({ type: z.literal("rehearse") }),
  /** A module that the component to come may want. */
  z.strictObject({ type: z.literal("ahead"), module: z.string() }),
  z.strictObject({ type: z.literal("look"), look }),
  /** Whether the person writes elsewhere: then no component may have the focus. */
  z.strictObject({ type: z.literal("held"), isHeld: z.boolean() }),
  z.strictObject({ type: z.literal("ping"), id }),
  /** A value of the state; null where nothing is stored. `seen` is the last `set` that it takes into account. */
  z.strictObject({ type: z.literal("state"), key, scope, value: z.unknown(), seen: id }),
  /** The person points at something in it: with the pointer, or by the keys of the page. */
  z.strictObject({ type: z.literal("point"), move: z.enum(["begin", "next", "previous", "take", "end"]) }),
  /** Result of a message with an `id`, other than a query or a `set`. */
  z.strictObject({
    type: z.literal("done"),
    id,
    problem: z.optional(z.string()),
    value: z.optional(z.unknown()),
  }),
  /** What the query that is followed as `id` gives now; with `problem`, the rows are older ones. */
  z.strictObject({
    type: z.literal("rows"),
    id,
    ...result,
    /** What names each row in its table, and the columns that do; missing where rows cannot be edited. */
    keys: z.optional(z.array(z.custom<Cell[]>(Array.isArray))),
    key: z.optional(z.array(z.string())),
    isLoading: z.boolean(),
    problem: z.optional(z.string()),
    canUndo: z.boolean(),
    canRedo: z.boolean(),
  }),
]);
export type ToFrame = z.infer<typeof toFrame>;

/** What went wrong in a component, as the frame can say it: places are those of the compiled code. */
export const failure = z.strictObject({
  phase: z.enum(["load", "draw", "event"]),
  message: text(4_000),
  stack: text(16_000),
});
export type Failure = z.infer<typeof failure>;

const cells = z.record(z.string(), cell);
const many = <T extends z.ZodMiniType>(of: T) => z.array(of).check(z.minLength(1), z.maxLength(LIMITS.rows));

/** Something that is done to rows of a followed query, or taken back. */
const rowChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("set"), key: z.array(cell), set: cells, was: cells }),
  z.strictObject({ kind: z.literal("insert"), rows: many(cells) }),
  z.strictObject({ kind: z.literal("delete"), keys: many(z.array(cell)) }),
  z.strictObject({ kind: z.literal("undo") }),
  z.strictObject({ kind: z.literal("redo") }),
]);
export type RowChange = z.infer<typeof rowChange>;

/** What the frame asks of the server, through the page. */
const toServer = [
  /** Its rows are told from now on, and again after every change. */
  z.strictObject({
    type: z.literal("follow"),
    id,
    sql: text(MAX_SQL).check(z.minLength(1)),
    params: z.array(param).check(z.maxLength(LIMITS.params)),
  }),
  z.strictObject({ type: z.literal("unfollow"), id }),
  z.strictObject({ type: z.literal("edit"), id, query: id, change: rowChange }),
  z.strictObject({ type: z.literal("tool"), id, name: text(200), args: z.record(z.string(), z.unknown()) }),
  z.strictObject({ type: z.literal("file"), id, file: text(100) }),
] as const;
const serverMessage = z.discriminatedUnion("type", toServer);
export type ToServer = z.infer<typeof serverMessage>;

/** An element at which the person points, by what may find it in the source. */
const pointed = z.strictObject({
  type: z.literal("pointed"),
  /** They mean it; else the keys have come to it. `isOut`: they have come out of the component. */
  isTaken: z.boolean(),
  isOut: z.optional(z.boolean()),
  tag: text(40),
  path: text(300),
  text: text(2_000),
  names: z.array(text(200)).check(z.maxLength(5)),
  /** A PNG of it. */
  picture: z.optional(text(400_000).check(z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/))),
});
export type Pointed = z.infer<typeof pointed>;

const file = { name: text(255), mediaType: text(127) };

/** Asked of the page upon a click in the frame. `file` names bytes that were sent before, as parts. */
const services = [
  /** Stores a file among the user's files; answered with a reference to it. */
  z.strictObject({ type: z.literal("store"), id, file: id, ...file, byHand: z.boolean() }),
  /** Saves a file on the user's device. */
  z.strictObject({ type: z.literal("save"), id, file: id, ...file, byHand: z.boolean() }),
  z.strictObject({ type: z.literal("copy"), id, text: text(LIMITS.message), byHand: z.boolean() }),
  z.strictObject({ type: z.literal("open"), id, url: text(8_000), byHand: z.boolean() }),
] as const;
const serviceMessage = z.discriminatedUnion("type", services);
export type ServiceMessage = z.infer<typeof serviceMessage>;

const SERVICES: ReadonlySet<ToPage["type"]> = new Set([
  "store",
  "save",
  "copy",
  "open",
] satisfies ServiceMessage["type"][]);
export const isService = (message: ToPage): message is ServiceMessage => SERVICES.has(message.type);

/** From the frame to the page. */
export const toPage = z.discriminatedUnion("type", [
  /** The runtime is loaded: from here on what takes time is the component's own. */
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("painted") }),
  /** A preview is shown, or does not work. */
  z.strictObject({ type: z.literal("previewed"), isShown: z.boolean() }),
  z.strictObject({ type: z.literal("height"), px: z.number().check(z.nonnegative(), z.lte(1e7)) }),
  z.strictObject({ type: z.literal("pong"), id }),
  z.strictObject({ type: z.literal("failed"), failure }),
  /** The person has pressed something in the frame. */
  z.strictObject({ type: z.literal("press") }),
  /** The component asked for the focus while the person wrote elsewhere, and did not get it. */
  z.strictObject({ type: z.literal("grab") }),
  /** `byHand`: it follows from what the person did in the frame a moment ago. */
  z.strictObject({
    type: z.literal("action"),
    id,
    action: text(200),
    payload: z.unknown(),
    byHand: z.boolean(),
  }),
  z.strictObject({
    type: z.literal("say"),
    id,
    text: text(LIMITS.text).check(z.minLength(1)),
    byHand: z.boolean(),
  }),
  z.strictObject({ type: z.literal("watch"), key, scope }),
  z.strictObject({ type: z.literal("unwatch"), key, scope }),
  z.strictObject({
    type: z.literal("set"),
    id,
    scope,
    entries: z.array(z.tuple([key, z.unknown()])).check(z.minLength(1), z.maxLength(LIMITS.keys)),
  }),
  /** A picture or a font that lies on the network, which nothing in a frame reaches. */
  z.strictObject({ type: z.literal("absent"), url: text(2_000) }),
  pointed,
  /** Escape that nothing in the component took. */
  z.strictObject({ type: z.literal("escape") }),
  /** Some bytes of a file, as base64, in order. */
  z.strictObject({ type: z.literal("part"), file: id, data: text(LIMITS.message) }),
  /** Its content changes its height without end, so its height no longer follows. */
  z.strictObject({ type: z.literal("unsettled"), cause: z.enum(["frame", "content"]) }),
  ...services,
  ...toServer,
]);
export type ToPage = z.infer<typeof toPage>;
