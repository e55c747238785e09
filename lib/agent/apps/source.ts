import { componentOnSurface } from "@/lib/agent/surfaces/access";
import { bundleOf } from "@/lib/code/components/bundles";
import { combineComponents } from "@/lib/code/components/combine";
import { namedUsesOfBundle } from "@/lib/code/components/publish";
import { usesOfBundle } from "@/lib/code/components/uses";
import type { AppSource } from "@/lib/shared/apps/contract";
import type { AppPlan } from "@/lib/shared/apps/views";
import { type Block, renderBlocksInput } from "@/lib/shared/blocks";
import type { Tile } from "@/lib/shared/boards/content";
import { LIBRARY_MESSAGE } from "@/lib/shared/chat/library-surface";
import { isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { AppError } from "@/lib/shared/errors";
import { joined } from "@/lib/shared/origins";
import { readBoard } from "@/lib/store/agents/boards";
import { readBundle } from "@/lib/store/agents/bundles";
import type { OnSurface } from "@/lib/store/conversations/component-grants";
import { homeOf } from "@/lib/store/conversations/library-surfaces";
import { pinsOfSurfaces } from "@/lib/store/conversations/pins";
import { readBlocksSurface } from "@/lib/store/conversations/surfaces";
import { SheetCode } from "./sheet-code";
import { describeTables } from "./tables";

/** `css`: stylesheets that follow those of the bundle. `origins`: web origins whose text the component may contain. */
export type Published = {
  title: string;
  bundle: string;
  props: Record<string, unknown>;
  css: string;
  origins: string[];
};

/** Returns the component of a source as it is now: a board and a sheet of blocks become one. Throws an AppError. */
export async function readSource(agentId: string, source: AppSource): Promise<Published> {
  if (source.kind === "board") return boardOf(agentId, source.id);
  const place = source.kind === "component" ? null : source;
  const surface = place && (await shownIn(agentId, place.conversation, place.messageId, place.toolCallId));
  const blocks = surface ? blocksOf(surface) : null;
  if (place && surface && blocks) {
    const { conversation: conversationId, messageId, toolCallId } = place;
    const origins =
      (await readBlocksSurface({ agentId, conversationId, messageId, toolCallId }))?.readWeb ?? [];
    const code = new SheetCode();
    const bundle = await bundleOf(code.module(code.sheet(blocks)));
    return { title: surface.title, bundle, props: {}, css: "", origins };
  }
  const { title, shown, readWeb: origins } = await componentOf(agentId, source);
  return { title, bundle: shown.bundle, props: surface ? propsOf(surface) : {}, css: "", origins };
}

function componentOf(agentId: string, source: Exclude<AppSource, { kind: "board" }>): Promise<OnSurface> {
  if (source.kind === "surface") {
    const { conversation, messageId, toolCallId } = source;
    return componentOnSurface({ agentId, conversationId: conversation, messageId, toolCallId });
  }
  const { name } = source;
  const place = { messageId: LIBRARY_MESSAGE, toolCallId: name };
  return componentOnSurface({ agentId, conversationId: homeOf(agentId, name), ...place });
}

async function shownIn(
  agentId: string,
  conversation: string,
  messageId: string,
  toolCallId: string,
): Promise<Surface | null> {
  const [pin] = await pinsOfSurfaces(agentId, [{ conversation, sheet: `${messageId}/${toolCallId}` }]);
  return pin?.surface ?? null;
}

/** Returns the blocks of a surface, or null if it shows something else. */
function blocksOf({ component, input }: Surface): Block[] | null {
  const parsed = component ? undefined : renderBlocksInput.safeParse(input);
  return parsed?.success ? parsed.data.blocks : null;
}

function propsOf({ input }: Surface): Record<string, unknown> {
  return isRecord(input) && isRecord(input.props) ? input.props : {};
}

/** Combines the tiles of a board. Tiles that are neither blocks nor a component are left out. */
async function boardOf(agentId: string, id: string): Promise<Published> {
  const { name, tiles, marked } = await readBoard(agentId, id);
  const code = new SheetCode();
  const sources = new Map<string, string>();
  const drawn: { title: string; jsx: string }[] = [];
  const origins = [...marked.origins];
  for (const tile of tiles.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const found = await tileOf(agentId, tile.source);
    if (!found) continue;
    origins.push(...found.origins);
    const title = tile.title ?? found.title;
    if ("blocks" in found) {
      drawn.push({ title, jsx: code.blocks(found.blocks) });
      continue;
    }
    const module = `tile:${sources.size}`;
    drawn.push({ title, jsx: `<Tile${sources.size} {...${JSON.stringify(found.props)}} />` });
    sources.set(module, found.source);
  }
  if (drawn.length === 0) throw new AppError("invalid", "This board has nothing that an app can show.");
  const head = [...sources.keys()].map((module, at) => `import Tile${at} from "${module}";`).join("\n");
  const combined = await combineComponents(code.module(code.board(drawn), head), sources);
  const { code: source, css } = combined;
  return { title: name, bundle: await bundleOf(source), props: {}, css, origins: joined(origins, []) };
}

type TileContent = { title: string; origins: readonly string[] } & (
  | { blocks: Block[] }
  | { source: string; props: Record<string, unknown> }
);

async function tileOf(agentId: string, source: Tile["source"]): Promise<TileContent | null> {
  if ("component" in source) {
    const surface = await componentOf(agentId, { kind: "component", name: source.component });
    const origins = surface.readWeb;
    return { title: source.component, source: await sourceOf(surface), props: source.props, origins };
  }
  const [messageId = "", ...rest] = source.sheet.split("/");
  const toolCallId = rest.join("/");
  const surface = await shownIn(agentId, source.conversation, messageId, toolCallId);
  if (!surface) return null;
  const blocks = blocksOf(surface);
  if (blocks) {
    const { conversation: conversationId } = source;
    const place = { agentId, conversationId, messageId, toolCallId };
    return { title: surface.title, blocks, origins: (await readBlocksSurface(place))?.readWeb ?? [] };
  }
  if (!surface.component) return null;
  const { conversation } = source;
  const shown = await componentOf(agentId, { kind: "surface", conversation, messageId, toolCallId });
  const origins = shown.readWeb;
  return { title: surface.title, source: await sourceOf(shown), props: propsOf(surface), origins };
}

async function sourceOf({ shown }: OnSurface): Promise<string> {
  const stored = await readBundle(shown.bundle);
  if (!stored) throw new AppError("not_found", "The code of a component on this board is missing.");
  return stored.source;
}

/** Returns what the component uses, from which the user chooses what visitors may do. */
export async function planApp(agentId: string, source: AppSource): Promise<AppPlan> {
  const { title, bundle } = await readSource(agentId, source);
  const [{ uses }, named, allTables] = await Promise.all([
    usesOfBundle(bundle),
    namedUsesOfBundle(bundle),
    describeTables(agentId),
  ]);
  const written = new Set(uses.flatMap((use) => (use.kind === "table" ? [use.name.toLowerCase()] : [])));
  const texts = named.queries.join("\n").toLowerCase();
  const tables = allTables.flatMap(({ name, columns, key }) => {
    const isWritten = written.has(name.toLowerCase());
    const isRead = texts.includes(name.toLowerCase());
    return isRead || isWritten || named.callsTool ? [{ name, columns, key, isRead, isWritten }] : [];
  });
  return {
    ...{ title, queries: named.queries, hasOpenQueries: named.isOpen, tables },
    ...{ state: named.state, callsTool: named.callsTool, asksModel: named.asksModel },
  };
}
