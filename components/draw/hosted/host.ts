import * as z from "zod/mini";
import { page } from "@/components/draw/runtime/harden";
import { APP_VERSION } from "@/lib/shared/mcp/apps";

/*
 * Hosts may give the document their own origin, so these would lead to the window that speaks to the program. The runtime
 * has replaced `parent` already.
 */
for (const name of ["frameElement", "opener"])
  Object.defineProperty(globalThis, name, { value: null, configurable: false, writable: false });

type Params = Record<string, unknown>;
type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

export type HostHandlers = {
  /** The input of the call that shows the component. */
  onInput(input: Params): void;
  onResult(result: Params): void;
  /** The changed part of the context. */
  onContext(context: Params): void;
  /** The program removes the document after this has resolved. */
  onTeardown(): Promise<void>;
};

const record = z.record(z.string(), z.unknown());
const id = z.union([z.string(), z.number()]);
const message = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.optional(id),
  method: z.optional(z.string()),
  params: z.optional(record),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
});
const initialized = z.object({
  hostCapabilities: z._default(record, {}),
  hostContext: z._default(record, {}),
});
const toolInput = z.object({ arguments: z.optional(record) });

/**
 * The document's end of MCP Apps. A component shares this realm, so the methods and the names of tools that leave it are
 * constants, and no code of the component gets the window of the program.
 */
export class Host {
  readonly #handlers: HostHandlers;
  readonly #waiting = new Map<string | number, Waiting>();
  #last = 0;
  capabilities: Params = {};

  constructor(handlers: HostHandlers) {
    this.#handlers = handlers;
    addEventListener("message", (event) => this.#receive(event), { capture: true });
  }

  async connect(title: string): Promise<void> {
    const result = await this.#request("ui/initialize", {
      protocolVersion: APP_VERSION,
      appInfo: { name: title, version: "1" },
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    });
    const { hostCapabilities, hostContext } = initialized.parse(result);
    this.capabilities = hostCapabilities;
    this.#handlers.onContext(hostContext);
    this.#notify("ui/notifications/initialized", {});
  }

  callTool(name: "Component_read" | "Component_write", input: object): Promise<unknown> {
    return this.#request("tools/call", { name, arguments: input });
  }

  /** Sends a message as the user. Rejects if the program does not. */
  async say(text: string): Promise<void> {
    await this.#agreed("ui/message", { role: "user", content: [{ type: "text", text }] });
  }

  async open(url: string): Promise<void> {
    await this.#agreed("ui/open-link", { url });
  }

  async save(uri: string, mimeType: string, blob: string): Promise<void> {
    const resource = { uri, mimeType, blob };
    await this.#agreed("ui/download-file", { contents: [{ type: "resource", resource }] });
  }

  setHeight(height: number): void {
    this.#notify("ui/notifications/size-changed", { height });
  }

  async #agreed(method: "ui/message" | "ui/open-link" | "ui/download-file", params: Params): Promise<void> {
    const result = await this.#request(method, params);
    if (record.safeParse(result).data?.isError === true) throw new Error("The program did not do it.");
  }

  #request(method: string, params: Params): Promise<unknown> {
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    page.postMessage({ jsonrpc: "2.0", id, method, params }, "*");
    return promise;
  }

  #notify(method: string, params: Params): void {
    page.postMessage({ jsonrpc: "2.0", method, params }, "*");
  }

  /** Hides messages of the program from the component: an event names the window of its sender. */
  #receive(event: MessageEvent): void {
    if (event.source !== page) return;
    event.stopImmediatePropagation();
    const parsed = message.safeParse(event.data);
    if (!parsed.success) return;
    const { id, method, params = {}, result, error } = parsed.data;
    if (method === undefined) this.#settle(id, result, error);
    else if (id === undefined) this.#notice(method, params);
    else void this.#answer(id, method);
  }

  #settle(id: string | number | undefined, result: unknown, error: { message: string } | undefined): void {
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }

  #notice(method: string, params: Params): void {
    if (method === "ui/notifications/tool-input")
      this.#handlers.onInput(toolInput.safeParse(params).data?.arguments ?? {});
    else if (method === "ui/notifications/tool-result") this.#handlers.onResult(params);
    else if (method === "ui/notifications/host-context-changed") this.#handlers.onContext(params);
  }

  async #answer(id: string | number, method: string): Promise<void> {
    const isKnown = method === "ping" || method === "ui/resource-teardown";
    if (method === "ui/resource-teardown") await this.#handlers.onTeardown();
    const answer = isKnown
      ? { result: {} }
      : { error: { code: -32_601, message: "This document does not answer that." } };
    page.postMessage({ jsonrpc: "2.0", id, ...answer }, "*");
  }
}
