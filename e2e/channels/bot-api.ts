import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const TOKEN = "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc";
const BOT = { id: 123456789, is_bot: true, first_name: "Easel", username: "easel_bot" };

type Params = Record<string, unknown>;
export type Call = { method: string; params: Params; at: number };
export type Sent = {
  id: number;
  chat: string;
  text: string;
  keyboard: { text: string; callback_data: string }[];
};
type Trouble = { status: number; body?: object } | "hang" | "cut";

/** A Bot API server as `https://core.telegram.org/bots/api` has it, on loopback, whose people are the test. */
export class BotApi {
  readonly calls: Call[] = [];
  readonly sent: Sent[] = [];
  /** What the next call of a method meets in place of an answer. */
  readonly troubles = new Map<string, Trouble[]>();
  polling = 0;
  maxPolling = 0;
  url = "";
  private readonly updates: { update_id: number; [kind: string]: unknown }[] = [];
  private readonly waiting = new Set<() => void>();
  private nextUpdate = 1_000;
  private nextMessage = 1;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<BotApi> {
    const api = new BotApi();
    api.server.listen(0, "127.0.0.1");
    await once(api.server, "listening");
    api.url = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
    return api;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  /** What a person writes; gives the number of the update. */
  say(from: number, text: string, more: Params = {}): number {
    const entities = /^\/[a-z]+/.exec(text);
    return this.update({
      message: {
        message_id: this.nextMessage++,
        date: Math.floor(Date.now() / 1_000),
        chat: { id: from, type: "private", first_name: "Ada" },
        from: { id: from, is_bot: false, first_name: "Ada" },
        text,
        ...(entities && { entities: [{ type: "bot_command", offset: 0, length: entities[0].length }] }),
        ...more,
      },
    });
  }

  /** A person presses a button by its label, below the newest message that has it. */
  press(from: number, label: string): number {
    const message = this.sent.findLast((one) => one.keyboard.some(({ text }) => text === label));
    const button = message?.keyboard.find(({ text }) => text === label);
    if (!message || !button) throw new Error(`Nothing has a button ${label}`);
    return this.update({
      callback_query: {
        id: `press-${this.nextUpdate}`,
        from: { id: from, is_bot: false, first_name: "Ada" },
        message: { message_id: message.id, chat: { id: from, type: "private" } },
        data: button.callback_data,
      },
    });
  }

  update(what: Params, id = this.nextUpdate++): number {
    this.updates.push({ update_id: id, ...what });
    for (const wake of this.waiting) wake();
    return id;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token = "", method = ""] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? "") ?? [];
    const params = await paramsOf(request);
    this.calls.push({ method, params, at: Date.now() });
    const reply = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (token !== TOKEN) return reply(401, { ok: false, error_code: 401, description: "Unauthorized" });
    const trouble = this.troubles.get(method)?.shift();
    if (trouble === "hang") return;
    if (trouble === "cut") {
      this.act(method, params);
      response.destroy();
      return;
    }
    if (trouble) return reply(trouble.status, trouble.body ?? { ok: false, error_code: trouble.status });
    if (method === "getUpdates") return reply(200, { ok: true, result: await this.poll(params, request) });
    reply(200, { ok: true, result: this.act(method, params) });
  }

  private act(method: string, params: Params): unknown {
    const keyboard = () => {
      const markup = params.reply_markup as { inline_keyboard?: Sent["keyboard"][] } | undefined;
      return (markup?.inline_keyboard ?? []).flat();
    };
    const text = String(params.text ?? params.caption ?? "");
    if (method === "getMe") return BOT;
    if (/^send(Message|Photo|Document)$/.test(method)) {
      const id = this.nextMessage++;
      this.sent.push({ id, chat: String(params.chat_id), text, keyboard: keyboard() });
      return { message_id: id };
    }
    if (/^editMessage/.test(method)) {
      const message = this.sent.find(({ id }) => id === Number(params.message_id));
      if (message) Object.assign(message, { text, keyboard: keyboard() });
    }
    return true;
  }

  private async poll({ offset = 0, timeout = 0 }: Params, request: IncomingMessage): Promise<unknown[]> {
    this.polling += 1;
    this.maxPolling = Math.max(this.maxPolling, this.polling);
    const found = () => this.updates.filter(({ update_id }) => update_id >= Number(offset)).slice(0, 100);
    const { promise, resolve } = Promise.withResolvers<void>();
    request.socket.once("close", resolve);
    const timer = setTimeout(resolve, Number(timeout) * 1_000);
    this.waiting.add(resolve);
    if (found().length === 0) await promise;
    clearTimeout(timer);
    this.waiting.delete(resolve);
    this.polling -= 1;
    return found();
  }
}

async function paramsOf(request: IncomingMessage): Promise<Params> {
  const body = Buffer.concat(await Array.fromAsync(request));
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return JSON.parse(body.toString()) as Params;
  if (!type.startsWith("multipart/")) return {};
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  return Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      typeof value === "string"
        ? name === "reply_markup"
          ? JSON.parse(value)
          : value
        : { name: value.name },
    ]),
  );
}
