import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, FakeService, formOf, replyJson } from "./fake-service.ts";

export const CREDENTIALS = {
  accessToken: "EAAGm0PX4ZCpsBAOZCfakeToken",
  appSecret: "0123456789abcdef0123456789abcdef",
  verifyToken: "a-word-of-my-own",
  phoneNumberId: "106540352242922",
};

type Params = Record<string, unknown>;
type Choice = { id: string; title: string; description?: string };
type Action = { buttons?: { reply: Choice }[]; sections?: { rows: Choice[] }[] };
export type SentThere = {
  id: string;
  to: string;
  type: string;
  text: string;
  choices: Choice[];
  media?: { id: string; filename?: string };
};
type Trouble = { status: number; code: number } | "hang" | "cut";

export class GraphApi extends FakeService {
  readonly sent: SentThere[] = [];
  readonly calls: { path: string; body: Params }[] = [];
  readonly uploads = new Map<string, { type: string; bytes: number }>();
  readonly files = new Map<string, { type: string; bytes: Uint8Array }>();
  readonly troubles: Trouble[] = [];
  private nextId = 1;

  static start = (): Promise<GraphApi> => new GraphApi().listen();

  message(from: string, text: string, { id = this.newId(), at = Date.now(), ...rest }: Params = {}) {
    const message = {
      ...{ from, id, timestamp: `${Math.floor(Number(at) / 1_000)}` },
      ...("type" in rest ? rest : { type: "text", text: { body: text }, ...rest }),
    };
    return this.hook({ contacts: [{ wa_id: from, profile: { name: "Grace" } }], messages: [message] });
  }

  press(from: string, label: string) {
    const choices = this.sent.filter(({ to }) => to === from).flatMap((one) => one.choices);
    const chosen = choices.findLast(({ title }) => title === label);
    if (!chosen) throw new Error(`Nothing has the choice ${label}`);
    return this.message(from, "", {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: chosen },
    });
  }

  failed(id: string, recipient: string, code: number) {
    return this.hook({
      statuses: [{ id, status: "failed", recipient_id: recipient, errors: [{ code, title: "No" }] }],
    });
  }

  hook(value: Params) {
    const metadata = { display_phone_number: "15550783881", phone_number_id: CREDENTIALS.phoneNumberId };
    const change = { field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } };
    return { object: "whatsapp_business_account", entry: [{ id: "102290129340398", changes: [change] }] };
  }

  private newId = () => `wamid.${`${this.nextId++}`.padStart(6, "0")}`;

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = await bodyOf(request);
    const reply = (status: number, json: object) => replyJson(response, status, json);
    const refuse = (status: number, code: number) =>
      reply(status, { error: { code, message: `(#${code}) Refused` } });
    if (request.headers.authorization !== `Bearer ${CREDENTIALS.accessToken}`) return refuse(401, 190);
    const { pathname } = new URL(request.url ?? "", this.url);
    const path = pathname.replace(/^\/(v[\d.]+\/)?/, "");
    const file = this.files.get(path.replace(/^bytes\//, ""));
    if (path.startsWith("bytes/") && file) return response.writeHead(200).end(file.bytes);
    if (file) return reply(200, { url: `${this.url}/bytes/${path}`, mime_type: file.type, id: path });
    if (path === CREDENTIALS.phoneNumberId)
      return reply(200, { id: path, verified_name: "Easel", display_phone_number: "+1 555-078-3881" });
    if (path === `${CREDENTIALS.phoneNumberId}/media`)
      return reply(200, { id: await this.upload(request, body) });
    if (path !== `${CREDENTIALS.phoneNumberId}/messages`) return refuse(400, 100);
    const params = JSON.parse(body.toString()) as Params;
    this.calls.push({ path, body: params });
    const trouble = this.troubles.shift();
    if (trouble === "hang") return undefined;
    if (trouble && trouble !== "cut") return refuse(trouble.status, trouble.code);
    if (isTooLong(params)) return refuse(400, 131009);
    const id = this.take(params);
    if (trouble === "cut") return response.destroy();
    return reply(200, {
      messaging_product: "whatsapp",
      contacts: [{ wa_id: params.to }],
      messages: [{ id }],
    });
  }

  private async upload(request: IncomingMessage, body: Buffer): Promise<string> {
    const file = (await formOf(request, body)).get("file") as File;
    const id = `media-${this.nextId++}`;
    this.uploads.set(id, { type: file.type, bytes: file.size });
    return id;
  }

  private take(params: Params): string {
    const type = String(params.type);
    const content = params[type] as Params;
    const action = content.action as Action | undefined;
    const id = this.newId();
    this.sent.push({
      ...{ id, type, to: String(params.to) },
      text: String(
        content.body instanceof Object
          ? (content.body as Params).text
          : (content.body ?? content.caption ?? ""),
      ),
      choices: [
        ...(action?.buttons ?? []).map(({ reply }) => reply),
        ...(action?.sections ?? []).flatMap(({ rows }) => rows),
      ],
      ...("id" in content && {
        media: { id: String(content.id), filename: content.filename as string | undefined },
      }),
    });
    return id;
  }
}

function isTooLong({ type, ...params }: Params): boolean {
  const { body, caption, action } = (params[String(type)] ?? {}) as {
    body?: string | { text?: string };
    caption?: string;
    action?: Action;
  };
  const { buttons = [], sections = [] } = action ?? {};
  const text = typeof body === "string" ? body : (body?.text ?? "");
  const rows = sections.flatMap((one) => one.rows);
  return (
    text.length > (type === "interactive" ? 1_024 : 4_096) ||
    (caption ?? "").length > 1_024 ||
    buttons.length > 3 ||
    rows.length > 10 ||
    buttons.some(({ reply }) => reply.title.length > 20 || !reply.title) ||
    rows.some(({ title, description = "" }) => title.length > 24 || !title || description.length > 72)
  );
}

export const signed = (body: string, secret = CREDENTIALS.appSecret): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
