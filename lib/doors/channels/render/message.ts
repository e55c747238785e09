import { isToolPart, type Message, type Part, type ToolPart, toolName } from "@/lib/agent/message/message";
import { log } from "@/lib/ground/base/log";
import { leafBlocks, renderBlocksInput } from "@/lib/shared/blocks/index";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { isRecord } from "@/lib/shared/chat/parts";
import { changeIn } from "@/lib/shared/chat/surfaces/sheet-change";
import { shown as shownComponent } from "@/lib/shared/components/shown";
import { fileIdOf } from "@/lib/shared/file-address";
import type { SubagentAsk } from "@/lib/store/channels/asks-in";
import type { ChatContent } from "../content";
import {
  approvalOf,
  askOutcomeOf,
  choiceOf,
  formOf,
  formsOf,
  isOnlyShown,
  questionOf,
  type ShownAsk,
} from "./asks";
import { renderBlock } from "./blocks";
import { linkTo } from "./link";
import { richOf } from "./markdown";
import { type MessagePiece, type PieceLimits, pieces } from "./pieces";
import { isEmptyRich, joinedRich, plainRich, type Rich, RichBuilder } from "./rich";
import { inPlace, type RenderedVersion } from "./versions";

type RenderContext = {
  agentId: string;
  conversationId: string;
  limits: PieceLimits;
  /** Returns the address at which an ask can be answered, in a service that has no other way. */
  askLink?: (ask: ShownAsk) => string;
};
type MessageToRender = Pick<Message, "id" | "parts" | "metadata"> & { isLive?: boolean };

export async function renderMessage(
  where: RenderContext,
  { id, parts, metadata, isLive = false }: MessageToRender,
  asks: readonly ShownAsk[],
): Promise<MessagePiece[]> {
  const versions: RenderedVersion[] = [];
  for (const [at, part] of parts.entries()) {
    const ask = isToolPart(part) ? asks.find((one) => one.toolCallId === part.toolCallId) : undefined;
    const shown = isToolPart(part) ? metadata?.calls?.[part.toolCallId]?.shown : undefined;
    const rendered = pieces(`${id}/${at}`, await partOf(where, part, ask, shown), where.limits);
    const surface = isToolPart(part) ? (changeIn(part)?.sheet ?? `${id}/${part.toolCallId}`) : undefined;
    versions.push({ sheet: surface, told: rendered, isAsked: ask !== undefined && !isOnlyShown(ask) });
  }
  return inPlace(versions, { canEdit: where.limits.edit, isLive });
}

/** Renders an ask of a subagent with the subagent's name. It is answered like an ask of the conversation. */
export async function renderSubagentAsk(
  where: RenderContext,
  { agentId, who, ...ask }: SubagentAsk,
): Promise<ChatContent[]> {
  const name = new RichBuilder();
  name.mark({ type: "bold" }, () => name.add(`${agentId === where.agentId ? "A subagent" : who} asks:`));
  const [first, ...rest] = await contentsOf(
    { ...where, agentId },
    { ...ask, conversationId: where.conversationId },
  );
  return first ? [{ ...first, text: joinedRich([name.done(), first.text]) }, ...rest] : [];
}

export function renderUserMessage(
  { id, parts }: Pick<Message, "id" | "parts">,
  limits: PieceLimits,
): MessagePiece[] {
  const text = parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n")
    .trim();
  const files = parts.flatMap((part) => (part.type === "file" ? [`📎 ${part.filename ?? "a file"}`] : []));
  const all = new RichBuilder();
  const content = [text, ...files].filter(Boolean).join("\n");
  if (!content) return [];
  all.mark({ type: "bold" }, () => all.add("You, in Easel:")).add("\n");
  all.mark({ type: "quote" }, () => all.add(content));
  return pieces(id, [{ text: all.done(), buttons: [] }], limits);
}

export const writingOf = (id: string, at: number, text: string, limits: PieceLimits): MessagePiece[] =>
  pieces(`${id}/${at}`, [{ text: richOf(text), buttons: [] }], limits);

async function partOf(
  where: RenderContext,
  part: Part,
  ask: ShownAsk | undefined,
  shown: unknown,
): Promise<ChatContent[]> {
  if (part.type === "text") return part.state === "streaming" ? [] : toContents(richOf(part.text));
  if (part.type === "data-notice") return toContents(plainRich(`⚠️ ${part.data.message}`));
  if (part.type === "file") return fileOf(part.url, part.filename);
  if (!isToolPart(part)) return [];
  const asked = ask ? await contentsOf(where, ask, shown) : [];
  const shows = factsOfTool(toolName(part))?.shows;
  const isResult = ask?.kind === "approval" || shows === undefined || shows === "message";
  return isResult ? [...asked, ...(await resultOf(part))] : asked;
}

export async function contentsOf(
  where: RenderContext,
  ask: ShownAsk,
  shown?: unknown,
): Promise<ChatContent[]> {
  const contents = await shownContents(where, ask, shown);
  return where.askLink ? withLink(contents, ask, where.askLink(ask)) : contents;
}

/** Replaces the buttons of an open ask with its link. */
const withLink = (contents: readonly ChatContent[], ask: ShownAsk, link: string): ChatContent[] => [
  ...contents.map((content) => ({ ...content, buttons: [] })),
  ...(ask.status === "open" && isLinkable(ask) ? toContents(plainRich(`Answer here: ${link}`)) : []),
];

/** Forms and components are answered in Easel, whose address their text contains. */
const isLinkable = ({ kind, toolName }: ShownAsk): boolean =>
  kind === "approval" || factsOfTool(toolName)?.shows === "question";

async function shownContents(where: RenderContext, ask: ShownAsk, shown?: unknown): Promise<ChatContent[]> {
  if (ask.kind === "approval") return [approvalOf(ask)];
  const shows = factsOfTool(ask.toolName)?.shows;
  if (shows === "question") return [questionOf(ask)];
  if (shows === "blocks") return surfaceOf(where, ask);
  return shows === "component" ? componentOf(where, ask, shown) : [];
}

async function resultOf(part: ToolPart): Promise<ChatContent[]> {
  if (part.state !== "output-available") return [];
  const { input, output } = part;
  if (factsOfTool(toolName(part))?.shows === "message" && isRecord(input) && typeof input.text === "string")
    return toContents(richOf(input.text));
  if (isRecord(output) && typeof output.mediaId === "string" && typeof output.url === "string")
    return fileOf(output.url, typeof output.description === "string" ? output.description : undefined);
  return [];
}

const toContents = (text: Rich): ChatContent[] => (isEmptyRich(text) ? [] : [{ text, buttons: [] }]);

function fileOf(url: string, name = "file"): ChatContent[] {
  const id = fileIdOf(url);
  if (!id) return [];
  const instead = plainRich(`📎 ${name}`);
  return [
    { text: plainRich(""), buttons: [], file: { as: "document", name, from: { is: "file", id }, instead } },
  ];
}

async function surfaceOf(where: RenderContext, ask: ShownAsk): Promise<ChatContent[]> {
  const { data } = renderBlocksInput.safeParse(ask.input);
  if (!data) return [];
  const forms = formsOf(data);
  const all: ChatContent[] = data.title ? toContents(richOf(`**${data.title.replaceAll("*", "∗")}**`)) : [];
  for (const [at, { block, heading }] of leafBlocks(data.blocks).entries()) {
    if (heading) all.push(...toContents(richOf(`**${heading.replaceAll("*", "∗")}**`)));
    const form = forms.find((one) => one.block === at);
    if (form) {
      all.push(formOf(ask, at, form.form));
      continue;
    }
    const one = await renderBlock(where.agentId, block).catch((error) => {
      log.warn("A block could not be rendered for a chat", error);
      return { text: plainRich(`View this ${block.type} in Easel: ${linkTo(where.conversationId)}`) };
    });
    if (one) all.push(block.type === "choice" ? choiceOf(ask, one.text, block) : { buttons: [], ...one });
  }
  const first = all.findIndex(({ outcome }) => outcome);
  const once = all.map(({ outcome, ...one }, nth) => (nth === first ? { ...one, outcome } : one));
  return mergeTexts(once, where.limits.maxText);
}

function mergeTexts(contents: readonly ChatContent[], maxText: number): ChatContent[] {
  const merged: ChatContent[] = [];
  for (const next of contents) {
    const last = merged.at(-1);
    const canMerge =
      last && [last, next].every(({ file, buttons, outcome }) => !file && !outcome && buttons.length === 0);
    if (canMerge && last.text.text.length + next.text.text.length <= maxText - 2)
      merged[merged.length - 1] = { text: joinedRich([last.text, next.text]), buttons: [] };
    else merged.push(next);
  }
  return merged;
}

function componentOf(where: RenderContext, ask: ShownAsk, shown: unknown): ChatContent[] {
  const {
    title,
    component,
    props = {},
  } = ask.input as { title?: string; component?: string; props?: object };
  const name = title ?? component ?? "A view";
  const isUsed = ask.status === "open" || isOnlyShown(ask);
  const link = `${name}\n${isUsed ? "Use it in Easel" : "In Easel"}: ${linkTo(where.conversationId)}`;
  const text = isUsed ? plainRich(link) : joinedRich([plainRich(link), askOutcomeOf(ask)]);
  const { data } = shownComponent.safeParse(shown);
  if (!data) return [{ text, buttons: [] }];
  const from = { is: "component", bundle: data.bundle, props } as const;
  return [{ text, buttons: [], file: { as: "photo", name: "view.png", from, instead: text } }];
}
