import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { escaped } from "@/lib/agent/apps/icon";
import { document } from "@/lib/agent/apps/page";
import { runAgent } from "@/lib/agent/loop/run";
import { publicOrigin } from "@/lib/ground/base/env";
import { tokenOf } from "@/lib/ground/base/token";
import { countShareVisit } from "@/lib/platform/access/visits";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { isRecord } from "@/lib/shared/chat/parts";
import { intentOf } from "@/lib/shared/chat/tool-sentence";
import { AppError, isAppError } from "@/lib/shared/errors";
import { PUBLIC_HEADERS } from "@/lib/shared/frame/shared-headers";
import { t } from "@/lib/shared/i18n/en/askLink";
import { mailOfOrigin } from "@/lib/shared/origins";
import { approvalReason } from "@/lib/shared/tools/approval-reason";
import { readLinkedAsk, readLinkedChat } from "@/lib/store/channels/asks-in";
import type { LinkedAsk } from "./define";
import { linkTo } from "./render/link";

/*
 * A link with which exactly one ask can be answered, without a session. Opening it shows the ask and changes nothing,
 * because programs that scan mails open links. It ends with the ask, after a week, or when its user is unpaired.
 */

const VALID_MS = 7 * 86_400_000;
const PURPOSE = "ask links";
const MAX_TOKEN = 2_000;
const MAX_ANSWER = 10_000;

const linked = z.tuple([z.uuid(), z.string(), z.string()]);

export function linkToAsk({ conversationId, messageId, toolCallId }: LinkedAsk): string {
  const payload = Buffer.from(JSON.stringify([conversationId, messageId, toolCallId])).toString("base64url");
  return `${publicOrigin()}/ask/${payload}.${tokenOf(PURPOSE, payload)}`;
}

type Opened = {
  agentId: string;
  conversationId: string;
  ask: NonNullable<Awaited<ReturnType<typeof readLinkedAsk>>>;
};

/** Returns the ask of a link. Throws `not_found` if the link is invalid or has expired. */
async function openLink(token: string): Promise<Opened> {
  const [payload = "", signature = ""] = token.slice(0, MAX_TOKEN).split(".", 2);
  const [wanted, given] = [Buffer.from(tokenOf(PURPOSE, payload)), Buffer.from(signature)];
  if (wanted.byteLength !== given.byteLength || !timingSafeEqual(wanted, given)) throw gone();
  const { data } = linked.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!data) throw gone();
  const [conversationId, messageId, toolCallId] = data;
  const chat = await readLinkedChat(conversationId);
  const ask = chat && (await readLinkedAsk({ messageId, toolCallId }));
  if (!ask || Date.parse(ask.createdAt) + VALID_MS < Date.now()) throw gone();
  return { agentId: chat.agentId, conversationId, ask };
}

const gone = () => new AppError("not_found", "There is no question at this address.");

/** Responds with the page of an ask. It changes nothing. */
export async function pageOfAsk(token: string, request: Request): Promise<Response> {
  await countShareVisit(request);
  try {
    const opened = await openLink(token);
    return page(opened.ask.status === "open" ? t("title") : t("answered"), bodyOf(opened));
  } catch (error) {
    return failed(error);
  }
}

/** Answers the ask with the form of its page. */
export async function answerByLink(token: string, request: Request): Promise<Response> {
  await countShareVisit(request);
  try {
    const { agentId, conversationId, ask } = await openLink(token);
    const { messageId, toolCallId } = ask;
    const output = answerIn(ask, new URLSearchParams((await request.text()).slice(0, MAX_ANSWER)));
    await runAgent({ agentId, conversationId, input: { answer: { messageId, toolCallId, output } } });
    return page(t("done"), notice(t("done"), t("doneAbout")));
  } catch (error) {
    return failed(error);
  }
}

function answerIn({ kind, toolName, input }: Opened["ask"], form: URLSearchParams): unknown {
  const decision = form.get("decision");
  if (kind === "approval" && (decision === "approve" || decision === "reject")) return { decision };
  const answer = form.get("answer")?.trim();
  if (isQuestion(toolName) && isRecord(input) && answer) return { answer };
  throw new AppError("invalid", t("noAnswer"));
}

const isQuestion = (toolName: string): boolean => factsOfTool(toolName)?.shows === "question";

function bodyOf({ ask, conversationId }: Opened): string {
  const { kind, status, toolName, input } = ask;
  if (status !== "open") return notice(t("answered"), t("answeredAbout"));
  if (kind === "approval")
    return `<main><h1>${escaped(t("mayUse", { tool: toolName }))}</h1>
<p>${escaped(`${t("before")} ${intentOf(toolName)}.`)}</p>${reasonOf(ask.because)}${valuesOf(input)}
${form(button("approve", t("allow")) + button("reject", t("reject")))}</main>`;
  if (isQuestion(toolName) && isRecord(input)) {
    const options = Array.isArray(input.options) ? input.options.map(String) : [];
    const choices = options.map(
      (one) => `<button name="answer" value="${escaped(one)}">${escaped(one)}</button>`,
    );
    const field = `<input name="answer" maxlength="5000" required aria-label="${escaped(t("answer"))}"><button>${escaped(t("send"))}</button>`;
    return `<main><h1>${escaped(String(input.question ?? ""))}</h1>${choices.length > 0 ? form(choices.join("")) : ""}${form(field)}</main>`;
  }
  return `<main><h1>${escaped(t("inEasel"))}</h1><p><a href="${escaped(linkTo(conversationId))}">${escaped(t("open"))}</a></p></main>`;
}

function reasonOf(because: unknown): string {
  const { data } = approvalReason.safeParse(because);
  if (data?.kind === "effect") return `<p>${escaped(data.why)}</p>`;
  if (data?.kind !== "web") return "";
  return `<p>${escaped(t("hasRead", { origins: data.origins.map(shownOrigin).join(", ") }))}</p>`;
}

function shownOrigin(origin: string): string {
  const sender = mailOfOrigin(origin);
  return sender === undefined ? origin : t("mailFrom", { sender });
}

/** Shows all values, because the answer is valid for exactly these. */
function valuesOf(input: unknown): string {
  const entries = isRecord(input) ? Object.entries(input) : [["", input]];
  const rows = entries.map(([name, value]) => {
    const text =
      typeof value === "string"
        ? value
        : Array.isArray(value) && value.every((one) => typeof one === "string")
          ? value.join(", ")
          : JSON.stringify(value, null, 2);
    return `<dt>${escaped(String(name))}</dt><dd>${escaped(text ?? "")}</dd>`;
  });
  return `<dl>${rows.join("")}</dl>`;
}

const form = (controls: string): string => `<form method="post">${controls}</form>`;
const button = (value: string, label: string): string =>
  `<button name="decision" value="${value}">${escaped(label)}</button>`;

const notice = (title: string, about: string): string =>
  `<main role="status"><h1>${escaped(title)}</h1><p>${escaped(about)}</p></main>`;

const STATUS: Partial<Record<string, number>> = {
  not_found: 404,
  conflict: 409,
  invalid: 400,
  too_many_requests: 429,
};

function failed(error: unknown): Response {
  if (!isAppError(error)) throw error;
  const title = error.code === "not_found" ? t("gone") : t("failed");
  const about = error.code === "not_found" ? t("goneAbout") : error.message;
  return page(title, notice(title, about), STATUS[error.code] ?? 400);
}

/** More specific than the style of the document, which follows. */
const LOOK = `<style>body main{max-width:640px;padding-top:8vh}body main p{margin-top:8px}body form{flex-wrap:wrap}
body dl{margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line)}dt{color:var(--ink-3);font-size:13px}
dd{margin:0 0 12px;white-space:pre-wrap;overflow-wrap:anywhere}body form [value=reject]{background:none;color:inherit;border-color:var(--line)}</style>`;

const page = (title: string, body: string, status = 200): Response =>
  new Response(document(title, `<link rel="icon" href="data:,">${LOOK}`, body), {
    status,
    headers: {
      ...PUBLIC_HEADERS,
      // With "no-referrer", a browser would send no origin with the form.
      "referrer-policy": "same-origin",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    },
  });
