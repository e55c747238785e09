import { isToolPart, type Message, type Part, type ToolPart, toolName } from "@/lib/agent/message";
import { log } from "@/lib/base/log";
import { leafBlocks, renderBlocksInput } from "@/lib/shared/blocks/index";
import { isRecord } from "@/lib/shared/chat/parts";
import { shown as shownComponent } from "@/lib/shared/components/shown";
import { fileIdOf } from "@/lib/shared/file-address";
import type { Content } from "../content";
import {
  approvalOf,
  cardButtons,
  formOf,
  formsOf,
  isOnlyShown,
  outcomeOf,
  questionOf,
  type ShownAsk,
} from "./asks";
import { saidOf } from "./blocks";
import { linkTo } from "./link";
import { richOf } from "./markdown";
import { isEmpty, joined, plainRich, type Rich, RichBuilder, split } from "./rich";

/** One message at a service: the same key again is the same one, with what it says now. */
export type Told = { key: string; content: Content };

type Where = { agentId: string; conversationId: string; maxText: number; maxAbove?: number };

/** What a message of the agent says in a chat, part by part, as far as it is complete. */
export async function toldOf(
  where: Where,
  { id, parts, metadata }: Pick<Message, "id" | "parts" | "metadata">,
  asks: readonly ShownAsk[],
): Promise<Told[]> {
  const told: Told[] = [];
  for (const [at, part] of parts.entries()) {
    const ask = isToolPart(part) ? asks.find((one) => one.toolCallId === part.toolCallId) : undefined;
    const shown = isToolPart(part) ? metadata?.calls?.[part.toolCallId]?.shown : undefined;
    told.push(...pieces(`${id}/${at}`, await partOf(where, part, ask, shown), where));
  }
  return told;
}

/** What the person has said in the browser, for the phone. */
export function saidElsewhere({ id, parts }: Pick<Message, "id" | "parts">, maxText: number): Told[] {
  const text = parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n")
    .trim();
  const files = parts.flatMap((part) => (part.type === "file" ? [`📎 ${part.filename ?? "a file"}`] : []));
  const all = new RichBuilder();
  const words = [text, ...files].filter(Boolean).join("\n");
  if (!words) return [];
  all.mark({ type: "bold" }, () => all.add("You, in Easel:")).add("\n");
  all.mark({ type: "quote" }, () => all.add(words));
  return pieces(id, [{ text: all.done(), buttons: [] }], { maxText });
}

/** A text that is still being written, as far as it came: all but its last piece is complete. */
export function writingOf(id: string, at: number, text: string, maxText: number): Told[] {
  return pieces(`${id}/${at}`, [{ text: richOf(text), buttons: [] }], { maxText });
}

/** Messages have a length; buttons stand below the last piece, and a file is a message of its own where its words are long. */
function pieces(
  key: string,
  contents: readonly Content[],
  { maxText, maxAbove = maxText }: Pick<Where, "maxText" | "maxAbove">,
): Told[] {
  const told: Content[] = contents.flatMap(({ text, buttons, file }) => {
    const whole = split(text, maxText);
    const texts =
      buttons.length === 0
        ? whole
        : whole.flatMap((one, nth) => (nth < whole.length - 1 ? [one] : split(one, maxAbove)));
    if (file && (texts.length > 1 || text.text.length > MAX_CAPTION))
      return [...texts.map((one) => ({ text: one, buttons: [] })), { text: plainRich(""), buttons, file }];
    if (file) return [{ text: texts[0] ?? plainRich(""), buttons, file }];
    return texts.map((one, nth) => ({ text: one, buttons: nth === texts.length - 1 ? buttons : [] }));
  });
  return told.map((content, nth) => ({ key: nth === 0 ? key : `${key}.${nth}`, content }));
}

const MAX_CAPTION = 900;

async function partOf(
  where: Where,
  part: Part,
  ask: ShownAsk | undefined,
  shown: unknown,
): Promise<Content[]> {
  if (part.type === "text") return part.state === "streaming" ? [] : said(richOf(part.text));
  if (part.type === "data-notice") return said(plainRich(`⚠️ ${part.data.message}`));
  if (part.type === "file") return fileOf(part.url, part.filename);
  if (!isToolPart(part)) return [];
  if (ask?.kind === "approval") return [approvalOf(ask), ...(await resultOf(part))];
  switch (toolName(part)) {
    case "ask_user":
      return ask ? [questionOf(ask)] : [];
    case "render_blocks":
      return ask ? sheetOf(where, ask) : [];
    case "render_and_wait":
      return ask ? componentOf(where, ask, shown) : [];
    default:
      return resultOf(part);
  }
}

/** What a call has given that the person sees in the chat. */
async function resultOf(part: ToolPart): Promise<Content[]> {
  if (part.state !== "output-available") return [];
  const { input, output } = part;
  if (toolName(part) === "send_message" && isRecord(input) && typeof input.text === "string")
    return said(richOf(input.text));
  if (isRecord(output) && typeof output.mediaId === "string" && typeof output.url === "string")
    return fileOf(output.url, typeof output.description === "string" ? output.description : undefined);
  return [];
}

const said = (text: Rich): Content[] => (isEmpty(text) ? [] : [{ text, buttons: [] }]);

function fileOf(url: string, name = "file"): Content[] {
  const id = fileIdOf(url);
  if (!id) return [];
  const instead = plainRich(`📎 ${name}`);
  return [
    { text: plainRich(""), buttons: [], file: { as: "document", name, from: { is: "file", id }, instead } },
  ];
}

async function sheetOf(where: Where, ask: ShownAsk): Promise<Content[]> {
  const { data } = renderBlocksInput.safeParse(ask.input);
  if (!data) return [];
  const forms = formsOf(data);
  const all: Content[] = data.title ? said(richOf(`**${data.title.replaceAll("*", "∗")}**`)) : [];
  for (const [at, { block, heading }] of leafBlocks(data.blocks).entries()) {
    if (heading) all.push(...said(richOf(`**${heading.replaceAll("*", "∗")}**`)));
    const form = forms.find((one) => one.block === at);
    if (form) {
      all.push(formOf(ask, at, form.form));
      continue;
    }
    const one = await saidOf(where.agentId, block).catch((error) => {
      log.warn("A block could not be told in a chat", error);
      return { text: plainRich(`A ${block.type}, to be seen in Easel: ${linkTo(where.conversationId)}`) };
    });
    if (one) all.push({ buttons: block.type === "choice" ? cardButtons(ask, block) : [], ...one });
  }
  return together(all, where.maxText);
}

/** Short texts that follow each other are one message. */
function together(contents: readonly Content[], maxText: number): Content[] {
  const told: Content[] = [];
  for (const next of contents) {
    const last = told.at(-1);
    const areTexts = last && [last, next].every(({ file, buttons }) => !file && buttons.length === 0);
    if (areTexts && last.text.text.length + next.text.text.length <= maxText - 2)
      told[told.length - 1] = { text: joined([last.text, next.text]), buttons: [] };
    else told.push(next);
  }
  return told;
}

/** A picture of what a component shows, and the way to it. */
function componentOf(where: Where, ask: ShownAsk, shown: unknown): Content[] {
  const {
    title,
    component,
    props = {},
  } = ask.input as { title?: string; component?: string; props?: object };
  const name = title ?? component ?? "A view";
  const isUsed = ask.status === "open" || isOnlyShown(ask);
  const link = `${name}\n${isUsed ? "Use it in Easel" : "In Easel"}: ${linkTo(where.conversationId)}`;
  const text = isUsed ? plainRich(link) : joined([plainRich(link), outcomeOf(ask)]);
  const { data } = shownComponent.safeParse(shown);
  if (!data) return [{ text, buttons: [] }];
  const from = { is: "component", bundle: data.bundle, props } as const;
  return [{ text, buttons: [], file: { as: "photo", name: "view.png", from, instead: text } }];
}
