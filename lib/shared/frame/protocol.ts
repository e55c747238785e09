import * as z from "zod/mini";
import { MAX_SQL } from "../components/access";
import { modelQuestion } from "../components/model-question";
import { type Cell, cell, param } from "../data/cell";
import { type Peer, ROOM_LIMITS } from "../rooms/room";
import { LIMITS } from "./limits";

/*
 * Protocol between a page and the frame of a component. The frame says hello, and the page answers with a
 * port. From then on both use only the port. Messages are JSON text, so that their size is known before
 * parsing and they contain only data.
 */

const id = z.int().check(z.nonnegative(), z.lte(Number.MAX_SAFE_INTEGER));
const text = (max: number) => z.string().check(z.maxLength(max));
const key = z.string().check(z.minLength(1), z.maxLength(512));
const props = z.record(z.string(), z.unknown());
/** Owner of a state key: the agent if missing, this surface if "sheet". */
const scope = z.optional(z.literal("sheet"));
export type Scope = z.infer<typeof scope>;

/** The only message that the frame's window ever sends. */
export const hello = z.strictObject({ easel: z.literal("hello"), nonce: text(64) });
/** The page's reply, which transfers the port. */
export const welcome = z.strictObject({ easel: z.literal("welcome"), nonce: text(64) });

/**
 * The look of the page, for components to match. `tokens` are the design tokens whose value depends on the
 * page. `lang` is the language of the page, unless it is English.
 */
export const look = z.strictObject({
  theme: z.enum(["light", "dark"]),
  tokens: z.record(z.string().check(z.regex(/^--[a-z0-9-]+$/)), text(200)),
  lang: z.optional(z.literal("de")),
});
export type Look = z.infer<typeof look>;

const result = {
  columns: z.array(z.string()),
  // Not validated, because the page got the rows from Easel's own server.
  rows: z.array(z.custom<Cell[]>(Array.isArray)),
  truncated: z.boolean(),
};

/** Query results at one point in time, by the JSON of the query's SQL and parameters. */
const frozenRows = z.record(z.string(), z.strictObject(result));
export type FrozenRows = z.infer<typeof frozenRows>;

export const toFrame = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("mount"),
    js: z.string(),
    css: z.string(),
    props,
    title: z.string(),
    /** True if a server is available for `follow`, `edit`, `tool` and `file`. */
    hasServer: z.optional(z.boolean()),
  }),
  z.strictObject({ type: z.literal("props"), props }),
  /**
   * Code of a component that is still streaming. If it renders, it replaces the previous preview. A preview is
   * display-only. `given` has the query results of the version that is being changed; it is omitted if it is
   * the same as in the last message.
   */
  z.strictObject({
    type: z.literal("preview"),
    js: z.string(),
    css: z.string(),
    props,
    given: z.optional(frozenRows),
  }),
  /** The frame is idle, so it can run code in advance that is slow on first use. */
  z.strictObject({ type: z.literal("rehearse") }),
  /** Names a module that the next component may import, so that the frame loads it in advance. */
  z.strictObject({ type: z.literal("ahead"), module: z.string() }),
  z.strictObject({ type: z.literal("look"), look }),
  /** The user is typing outside the frame, so no component may take the focus. */
  z.strictObject({ type: z.literal("held"), isHeld: z.boolean() }),
  z.strictObject({ type: z.literal("ping"), id }),
  /**
   * A state value; null if none is stored. `seen` is the id of the last `set` that the value includes. `at` is a number of
   * the value, which the frame returns when it changes the value.
   */
  z.strictObject({ type: z.literal("state"), key, scope, value: z.unknown(), seen: id, at: z.optional(id) }),
  /** Controls the mode in which the user points at an element, with the pointer or with keys on the page. */
  z.strictObject({ type: z.literal("point"), move: z.enum(["begin", "next", "previous", "take", "end"]) }),
  /** Result of a message with an `id`, except for queries and `set`. */
  z.strictObject({
    type: z.literal("done"),
    id,
    problem: z.optional(z.string()),
    value: z.optional(z.unknown()),
  }),
  /** Current result of the live query `id`. With `problem`, the rows are from an earlier result. */
  z.strictObject({
    type: z.literal("rows"),
    id,
    ...result,
    /** The key of each row, and the key columns; missing if rows cannot be edited. */
    keys: z.optional(z.array(z.custom<Cell[]>(Array.isArray))),
    key: z.optional(z.array(z.string())),
    isLoading: z.boolean(),
    problem: z.optional(z.string()),
    canUndo: z.boolean(),
    canRedo: z.boolean(),
  }),
  /** Changes of the room, or with `isWhole` all of it. `me` is the connection of this frame. */
  z.strictObject({
    type: z.literal("room"),
    me: z.string(),
    peers: z.array(z.custom<Peer>((peer) => typeof peer === "object" && peer !== null)),
    gone: z.array(z.string()),
    state: z.array(z.tuple([z.string(), z.unknown()])),
    isWhole: z.boolean(),
    isConnected: z.boolean(),
    /** Why the last change was refused. */
    problem: z.optional(z.string()),
  }),
]);
export type ToFrame = z.infer<typeof toFrame>;

/** A failure of a component. Positions refer to the compiled code. */
export const failure = z.strictObject({
  phase: z.enum(["load", "draw", "event"]),
  message: text(4_000),
  stack: text(16_000),
});
export type Failure = z.infer<typeof failure>;

const cells = z.record(z.string(), cell);
const many = <T extends z.ZodMiniType>(of: T) => z.array(of).check(z.minLength(1), z.maxLength(LIMITS.rows));

/** A change of rows of a live query, or its undo or redo. */
const rowChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("set"), key: z.array(cell), set: cells, was: cells }),
  z.strictObject({ kind: z.literal("insert"), rows: many(cells) }),
  z.strictObject({ kind: z.literal("delete"), keys: many(z.array(cell)) }),
  z.strictObject({ kind: z.literal("undo") }),
  z.strictObject({ kind: z.literal("redo") }),
]);
export type RowChange = z.infer<typeof rowChange>;

/** Requests to the server, through the page. */
const toServer = [
  /** Starts a live query: its rows are sent now and after every change. */
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
  z.strictObject({ type: z.literal("model"), id, ...modelQuestion }),
] as const;
const serverMessage = z.discriminatedUnion("type", toServer);
export type ToServer = z.infer<typeof serverMessage>;

/** The element at which the user points, with details that help to find it in the source. */
const pointed = z.strictObject({
  type: z.literal("pointed"),
  /**
   * True if the user has picked the element, false if the keyboard only moved to it. `isOut`: the focus has
   * left the component.
   */
  isTaken: z.boolean(),
  isOut: z.optional(z.boolean()),
  tag: text(40),
  path: text(300),
  text: text(2_000),
  names: z.array(text(200)).check(z.maxLength(5)),
  picture: z.optional(text(400_000).check(z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/))),
});
export type Pointed = z.infer<typeof pointed>;

const file = { name: text(255), mediaType: text(127) };

/** Requests to the page after a click in the frame. `file` refers to bytes sent before with `part`. */
const services = [
  /** Stores a file among the user's files. The answer has a reference to it. */
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

export const toPage = z.discriminatedUnion("type", [
  /** The frame's runtime is loaded, before any component runs. */
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("painted") }),
  z.strictObject({ type: z.literal("previewed"), isShown: z.boolean() }),
  z.strictObject({ type: z.literal("height"), px: z.number().check(z.nonnegative(), z.lte(1e7)) }),
  z.strictObject({ type: z.literal("pong"), id }),
  z.strictObject({ type: z.literal("failed"), failure }),
  z.strictObject({ type: z.literal("press") }),
  /**
   * The component requested the focus while the user was typing outside the frame, so the runtime blocked it.
   */
  z.strictObject({ type: z.literal("grab") }),
  /** `byHand`: the action followed shortly after user input in the frame. */
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
  /**
   * The third part of an entry is the `at` of the value that the frame has changed. The fourth is the initial value of the
   * component, which was changed because that value was null.
   */
  z.strictObject({
    type: z.literal("set"),
    id,
    scope,
    entries: z
      .array(z.tuple([key, z.unknown(), z.optional(id), z.optional(z.unknown())]))
      .check(z.minLength(1), z.maxLength(LIMITS.keys)),
  }),
  /**
   * Enters the room of the component and changes it: the whole presence, and values by key. The room is entered with the
   * first of these messages.
   */
  z.strictObject({
    type: z.literal("room"),
    presence: z.optional(z.unknown()),
    set: z.record(z.string().check(z.minLength(1), z.maxLength(ROOM_LIMITS.keyChars)), z.unknown()),
  }),
  z.strictObject({ type: z.literal("leaveRoom") }),
  /** The component tried to load an image or font from the network, which frames cannot reach. */
  z.strictObject({ type: z.literal("absent"), url: text(2_000) }),
  pointed,
  /** The user pressed Escape, and the component did not handle it. */
  z.strictObject({ type: z.literal("escape") }),
  /** A chunk of a file as base64, sent in order. */
  z.strictObject({ type: z.literal("part"), file: id, data: text(LIMITS.message) }),
  /** The height of the content changes in a loop, so the frame no longer adapts to it. */
  z.strictObject({ type: z.literal("unsettled"), cause: z.enum(["frame", "content"]) }),
  ...services,
  ...toServer,
]);
export type ToPage = z.infer<typeof toPage>;
