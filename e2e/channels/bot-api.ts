import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, FakeService, formOf, replyJson } from "./fake-service.ts";

export const TOKEN = "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc";
const BOT = { id: 123456789, is_bot: true, first_name: "Easel", username: "easel_bot" };

const MAX_TEXT = 4_096;
const MAX_CAPTION = 1_024;
const MAX_ENTITIES = 100;

type Params = Record<string, unknown>;
export type Call = { method: string; params: Params; at: number };
export type Sent = {
  id: number;
  chat: string;
  text: string;
  entities: object[];
  keyboard: { text: string; callback_data: string }[];
};
type Trouble = { status: number; body?: object } | "hang" | "cut";

export class BotApi extends FakeService {
  readonly calls: Call[] = [];
  readonly sent: Sent[] = [];
  /** Failures for the next calls of a method, in order. */
  readonly troubles = new Map<string, Trouble[]>();
  polling = 0;
  maxPolling = 0;
  private readonly updates: { update_id: number; [kind: string]: unknown }[] = [];
  private readonly waiting = new Set<() => void>();
  private nextUpdate = 1_000;
  private nextMessage = 1;

  static start = (): Promise<BotApi> => new BotApi().listen();

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

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token = "", method = ""] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? "") ?? [];
    const params = await paramsOf(request);
    this.calls.push({ method, params, at: Date.now() });
    const reply = (status: number, body: object) => replyJson(response, status, body);
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
    const description = this.refusalOf(method, params);
    if (description)
      return reply(400, { ok: false, error_code: 400, description: `Bad Request: ${description}` });
    reply(200, { ok: true, result: this.act(method, params) });
  }

  private refusalOf(method: string, params: Params): string | null {
    if (!/^(send(Message|Photo|Document)|editMessage)/.test(method)) return null;
    const text = textOf(params);
    const isCaption = !/Message$|Text$/.test(method);
    const entities = (params.entities ?? params.caption_entities ?? []) as {
      offset: number;
      length: number;
    }[];
    if (!isCaption && text === "") return "message text is empty";
    if (text.length > (isCaption ? MAX_CAPTION : MAX_TEXT))
      return isCaption ? "message caption is too long" : "message is too long";
    if (entities.some(({ offset, length }) => length < 1 || offset + length > text.length))
      return "entity beyond the end of the text";
    if (entities.length > MAX_ENTITIES) return "too many entities: the rest would be passed over";
    if (keyboardOf(params).some((one) => !one.text || Buffer.byteLength(one.callback_data) > 64))
      return "BUTTON_DATA_INVALID";
    const before = this.sent.find(({ id }) => id === Number(params.message_id));
    const isSame =
      before?.text === text &&
      JSON.stringify([before.entities, before.keyboard]) === JSON.stringify([entities, keyboardOf(params)]);
    return isSame ? "message is not modified" : null;
  }

  private act(method: string, params: Params): unknown {
    const entities = (params.entities ?? params.caption_entities ?? []) as object[];
    const content = { text: textOf(params), entities, keyboard: keyboardOf(params) };
    if (method === "getMe") return BOT;
    if (/^send(Message|Photo|Document)$/.test(method)) {
      const id = this.nextMessage++;
      this.sent.push({ id, chat: String(params.chat_id), ...content });
      return { message_id: id };
    }
    if (/^editMessage/.test(method)) {
      const message = this.sent.find(({ id }) => id === Number(params.message_id));
      if (message) Object.assign(message, content);
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

const textOf = ({ text, caption }: Params) => String(text ?? caption ?? "");

function keyboardOf({ reply_markup: markup }: Params): Sent["keyboard"] {
  return ((markup as { inline_keyboard?: Sent["keyboard"][] } | undefined)?.inline_keyboard ?? []).flat();
}

async function paramsOf(request: IncomingMessage): Promise<Params> {
  const body = await bodyOf(request);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) return JSON.parse(body.toString()) as Params;
  if (!type.startsWith("multipart/")) return {};
  const form = await formOf(request, body);
  return Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      typeof value === "string"
        ? /^(reply_markup|caption_entities)$/.test(name)
          ? JSON.parse(value)
          : value
        : { name: value.name },
    ]),
  );
}
