import * as z from "zod/mini";
import { APP_VERSION, type AppSurface } from "@/lib/shared/mcp/apps";
import type { DisplayMode } from "./host-context";

/** Functions of the page for an app. Error messages are sent to the app. */
export type Host = {
  context(): Record<string, unknown>;
  tell(message: object): void;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  readResource(uri: string): Promise<object>;
  /** Sends a message as the user. `byHand`: the user clicked or pressed a key in the app's frame shortly before. */
  say(text: string, byHand: boolean): Promise<void>;
  openLink(url: string): Promise<void>;
  /** Stores context for the model, sent with the user's next message. The last call wins. */
  keepContext(context: object): void;
  setMode(mode: DisplayMode): DisplayMode;
  setHeight(px: number): void;
  onInitialized(): void;
};

const id = z.union([z.string().check(z.maxLength(200)), z.number()]);
const message = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.optional(id),
  method: z.optional(z.string().check(z.maxLength(200))),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
});
const block = z.looseObject({ type: z.string(), text: z.optional(z.string()) });
const text = (maxChars: number) => z.string().check(z.minLength(1), z.maxLength(maxChars));

const MAX_TEXT = 20_000;
const MAX_CONTEXT = 90_000;

const REQUESTS = {
  "ui/initialize": asks(
    z.looseObject({
      appCapabilities: z.optional(
        z.looseObject({ availableDisplayModes: z.optional(z.array(z.string()).check(z.maxLength(10))) }),
      ),
    }),
    (bridge, { appCapabilities }) => bridge.initialize(appCapabilities?.availableDisplayModes),
  ),
  ping: asks(z.optional(z.unknown()), () => ({})),
  "tools/call": asks(
    z.object({ name: text(200), arguments: z.optional(z.record(z.string(), z.unknown())) }),
    ({ host }, { name, arguments: args = {} }) => host.callTool({ name, arguments: args }),
  ),
  "resources/read": asks(z.object({ uri: text(2_000) }), ({ host }, { uri }) => host.readResource(uri)),
  "ui/open-link": asks(z.object({ url: text(2_000) }), async ({ host }, { url }) => {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      throw new Error("Only addresses that begin with http:// or https:// are opened.");
    await host.openLink(url);
    return {};
  }),
  "ui/message": asks(
    z.object({
      role: z.optional(z.literal("user")),
      content: z.union([block, z.array(block).check(z.maxLength(50))]),
    }),
    async ({ host }, { content }, byHand) => {
      const messageText = textOf(content);
      if (!messageText || messageText.length > MAX_TEXT)
        throw new Error(`A message is 1 to ${MAX_TEXT.toLocaleString("en")} characters of text.`);
      await host.say(messageText, byHand);
      return {};
    },
  ),
  "ui/update-model-context": asks(
    z.object({
      content: z.optional(z.array(block).check(z.maxLength(50))),
      structuredContent: z.optional(z.record(z.string(), z.unknown())),
    }),
    ({ host }, { content, structuredContent }) => {
      const contextText = content && textOf(content);
      const context = {
        ...(contextText && { text: contextText }),
        ...(structuredContent && { structuredContent }),
      };
      if (JSON.stringify(context).length > MAX_CONTEXT)
        throw new Error(`The context is at most ${MAX_CONTEXT.toLocaleString("en")} characters of JSON.`);
      host.keepContext(context);
      return {};
    },
  ),
  "ui/request-display-mode": asks(z.object({ mode: text(50) }), (bridge, { mode }) => ({
    mode: bridge.setMode(mode),
  })),
};

type Request = (bridge: AppBridge, params: unknown, byHand: boolean) => Promise<object>;

function asks<S extends z.ZodMiniType>(
  schema: S,
  work: (bridge: AppBridge, params: z.output<S>, byHand: boolean) => object | Promise<object>,
): Request {
  return async (bridge, params, byHand) => {
    const parsed = schema.safeParse(params);
    if (!parsed.success) throw new RpcError(-32_602, "The parameters do not match the specification.");
    return work(bridge, parsed.data, byHand);
  };
}

const textOf = (content: z.infer<typeof block> | z.infer<typeof block>[]): string =>
  [content]
    .flat()
    .flatMap((one) => (one.type === "text" && one.text ? [one.text] : []))
    .join("\n");

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Host side of the MCP Apps protocol. Answers requests of an app and returns errors for refused ones. */
export class AppBridge {
  readonly host: Host;
  readonly #sheet: AppSurface;
  #modes: readonly string[] | undefined;
  #isInitialized = false;
  #ids = 0;
  readonly #waiting = new Map<number, () => void>();

  constructor(surface: AppSurface, host: Host) {
    this.#sheet = surface;
    this.host = host;
  }

  async receive(data: unknown, byHand: boolean): Promise<void> {
    const parsed = message.safeParse(data);
    if (!parsed.success) return;
    const { id, method, params } = parsed.data;
    if (method === undefined) {
      if (typeof id === "number") this.#settle(id);
    } else if (id === undefined) this.#notice(method, params);
    else this.host.tell({ jsonrpc: "2.0", id, ...(await this.#answer(method, params, byHand)) });
  }

  contextChanged(): void {
    if (!this.#isInitialized) return;
    const { toolInfo: _, ...params } = this.host.context();
    this.#tell("ui/notifications/host-context-changed", params);
  }

  /** Announces the removal of the app. Resolves when the app has answered, or after `patienceMs`. */
  async teardown(reason: string, patienceMs: number): Promise<void> {
    if (!this.#isInitialized) return;
    const id = ++this.#ids;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(id, resolve);
    this.host.tell({ jsonrpc: "2.0", id, method: "ui/resource-teardown", params: { reason } });
    setTimeout(() => this.#settle(id), patienceMs);
    await promise;
  }

  initialize(modes: readonly string[] | undefined) {
    this.#modes = modes;
    const { connect, resource, frame, base } = this.#sheet.policy;
    return {
      protocolVersion: APP_VERSION,
      hostInfo: { name: "Easel", version: "1" },
      hostCapabilities: {
        openLinks: {},
        serverTools: {},
        serverResources: {},
        logging: {},
        message: { text: {} },
        updateModelContext: { text: {}, structuredContent: {} },
        sandbox: {
          permissions: {},
          csp: {
            connectDomains: connect,
            resourceDomains: resource,
            frameDomains: frame,
            baseUriDomains: base,
          },
        },
      },
      hostContext: this.host.context(),
    };
  }

  setMode(wanted: string): string {
    const isDeclared = this.#modes?.includes(wanted) ?? true;
    const { displayMode, availableDisplayModes } = this.host.context();
    const isThere = Array.isArray(availableDisplayModes) && availableDisplayModes.includes(wanted);
    return isDeclared && isThere ? this.host.setMode(wanted as DisplayMode) : String(displayMode);
  }

  async #answer(method: string, params: unknown, byHand: boolean): Promise<object> {
    const ask = Object.hasOwn(REQUESTS, method) ? REQUESTS[method as keyof typeof REQUESTS] : undefined;
    if (!ask) return { error: { code: -32_601, message: `Unknown method ${method}.` } };
    try {
      return { result: await ask(this, params, byHand) };
    } catch (error) {
      const code = error instanceof RpcError ? error.code : -32_000;
      return { error: { code, message: error instanceof Error ? error.message : "It did not work." } };
    }
  }

  #notice(method: string, params: unknown): void {
    if (method === "ui/notifications/initialized" && !this.#isInitialized) {
      this.#isInitialized = true;
      const { input, result } = this.#sheet;
      this.#tell("ui/notifications/tool-input", { arguments: input });
      this.#tell("ui/notifications/tool-result", result);
      this.host.onInitialized();
    } else if (method === "ui/notifications/size-changed") {
      const { height } = size.safeParse(params).data ?? {};
      if (height !== undefined) this.host.setHeight(height);
    }
  }

  #tell(method: string, params: object): void {
    this.host.tell({ jsonrpc: "2.0", method, params });
  }

  #settle(id: number): void {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
}

const size = z.object({ height: z.optional(z.number().check(z.nonnegative(), z.lte(1e7))) });
