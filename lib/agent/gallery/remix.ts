import { randomBytes } from "node:crypto";
import { sampleProps } from "@/lib/code/components/sample";
import { copyComponent } from "@/lib/code/components/save";
import { agentFor, assertConversation, mayRead } from "@/lib/platform/access/rights";
import type { BoardContent, Tile } from "@/lib/shared/boards/content";
import { field, isRecord } from "@/lib/shared/chat/parts";
import { callOf } from "@/lib/shared/chat/surfaces/sheet-change";
import { callShowing } from "@/lib/shared/chat/surfaces/surface-change";
import { shownOf } from "@/lib/shared/chat/surfaces/surface-edits";
import type { ComponentContent } from "@/lib/shared/components/contract";
import { nameFrom, nextName, schemaFrom } from "@/lib/shared/components/copy";
import { AppError } from "@/lib/shared/errors";
import type { Remixed } from "@/lib/shared/gallery/items";
import type { GalleryKind } from "@/lib/shared/gallery/kinds";
import type { RemixRequest } from "@/lib/shared/gallery/requests";
import type { Member } from "@/lib/shared/members/members";
import { includesRight } from "@/lib/shared/members/roles";
import { createBoard, listBoards, readBoard } from "@/lib/store/agents/boards";
import { readBundle } from "@/lib/store/agents/bundles";
import { readComponent } from "@/lib/store/agents/components";
import { isExpired, isForMember, newestVersion, ownApp, readVersion } from "@/lib/store/apps/apps";
import { readOnSurface } from "@/lib/store/conversations/component-grants";
import { pinsOfSurfaces } from "@/lib/store/conversations/pins";
import { readEntries } from "@/lib/store/conversations/surfaces";
import { rightOn } from "@/lib/store/members/roster";
import { originsOfVersion } from "@/lib/store/origins";

/** An item of the gallery, the member who copies it, and the agent that gets the copy. */
type Remix = RemixRequest & { member: Member; to: string };
type Original = ComponentContent & { title: string; origins: readonly string[] };

/**
 * Copies an item that the member may see to an agent that the member may edit. A copy has no permissions and no data of its
 * original. Throws `not_found`.
 */
export async function remix(wanted: Remix): Promise<Remixed> {
  await agentFor(wanted.member, wanted.agent, "use");
  if (wanted.kind === "board") return copyBoard(wanted);
  const original = await ORIGINALS[wanted.kind](wanted);
  return { kind: "component", name: await store(original, wanted) };
}

const ORIGINALS: Record<Exclude<RemixRequest["kind"], "board">, (wanted: Remix) => Promise<Original>> = {
  component: ({ agent, id }) => ofLibrary(agent, id),
  inline: async ({ agent, id, member }) => {
    const { messageId: conversation, toolCallId: sheet } = callOf(id);
    await assertConversation({ member, agentId: agent, conversation, isReadable: true });
    const original = await ofSurface(agent, conversation, sheet);
    if (!original) throw new AppError("not_found", "There is no such component in that conversation.");
    return original;
  },
  app: ofApp,
};

const store = ({ title, origins, ...content }: Original, { kind, to }: Pick<Remix, "kind" | "to">) =>
  copyComponent(to, nameOf(title, kind), content, { cause: { copied: { kind, title } }, origins });

const nameOf = (title: string, kind: GalleryKind): string =>
  kind === "component" ? title : nameFrom(title, "Copy");

async function ofLibrary(agentId: string, name: string): Promise<Original> {
  const found = await readComponent(agentId, name);
  if (!found) throw new AppError("not_found", `There is no component "${name}".`);
  const { description, code, props_schema, version } = found;
  const origins = await originsOfVersion(agentId, "component", name, version);
  return { title: name, description, code, props_schema, origins };
}

/** Returns the component that a surface shows, as the user sees it; null if it shows none. */
async function ofSurface(agentId: string, conversation: string, sheet: string): Promise<Original | null> {
  const [pin] = await pinsOfSurfaces(agentId, [{ conversation, sheet }]);
  if (pin?.surface?.kind !== "component") return null;
  const { messageId, toolCallId } = pin.surface;
  const entries = (await readEntries(conversation, messageId))[toolCallId] ?? {};
  const surface = shownOf(pin.surface, entries);
  const { title, input, component } = surface;
  if (component?.name !== undefined) return ofLibrary(agentId, component.name);
  const code = field(input, "code") ?? (component && (await readBundle(component.bundle))?.source);
  if (code === undefined) return null;
  const shown = await readOnSurface({ agentId, conversationId: conversation, ...callShowing(surface) });
  const props = isRecord(input) && isRecord(input.props) ? input.props : {};
  return {
    ...{ title, code, props_schema: schemaFrom(props), origins: shown?.readWeb ?? [] },
    description: `Copied from the sheet “${title}”`,
  };
}

async function ofApp({ agent, id, member }: Remix): Promise<Original> {
  const app = await ownApp(agent, id);
  const isForThem = app.audience === "public" || (app.audience === "members" && isForMember(app, member.id));
  const isOpen = app.version !== null && !isExpired(app) && isForThem;
  if (!isOpen && !includesRight(await rightOn(member.id, agent), "own"))
    throw new AppError("not_found", "There is no such app.");
  const version = await readVersion(app.id, app.version ?? (await newestVersion(app.id)));
  const bundle = version && (await readBundle(version.bundle));
  if (!version || !bundle) throw new AppError("not_found", "The code of this app is missing.");
  const { title, props, origins } = version;
  return {
    ...{ title, code: bundle.source, props_schema: schemaFrom(props), origins },
    description: `Copied from the app “${title}”`,
  };
}

async function copyBoard(wanted: Remix): Promise<Remixed> {
  const { agent, to, id } = wanted;
  const { name, tiles, marked } = await readBoard(agent, id);
  const copied = agent === to ? tiles.map(anew) : await tilesFor(tiles, wanted);
  if (copied.length === 0 && tiles.length > 0)
    throw new AppError("invalid", "Nothing on this board can be copied to another agent.");
  const content = { name: await freeBoardName(to, name), tiles: copied };
  const board = await createBoard(to, content, {
    ...{ author: "person", cause: { copied: { kind: "board", title: name } } },
    origins: marked.origins,
  });
  return { kind: "board", id: board.id, left: tiles.length - copied.length };
}

/** A tile with a new id, because the state of a component on a tile is stored under the id of the tile. */
const anew = (tile: Tile): Tile => ({ ...tile, id: randomBytes(6).toString("base64url") });

/** Copies the components of tiles to another agent. Leaves out sheets of blocks, and conversations that the member may not read. */
async function tilesFor(tiles: readonly Tile[], wanted: Remix): Promise<BoardContent["tiles"]> {
  const copies = new Map<string, { component: string; props: Record<string, unknown> }>();
  const copied: Tile[] = [];
  for (const tile of tiles) {
    const { source } = tile;
    const key = "component" in source ? source.component : `${source.conversation}/${source.sheet}`;
    const original = copies.has(key) ? null : await ofTile(source, wanted);
    if (original) {
      const kind = "component" in source ? "component" : "inline";
      const component = await store(original, { kind, to: wanted.to });
      copies.set(key, { component, props: sampleProps(original.props_schema) });
    }
    const copy = copies.get(key);
    if (copy)
      copied.push(anew({ ...tile, source: "component" in source ? { ...copy, props: source.props } : copy }));
  }
  return copied;
}

async function ofTile(source: Tile["source"], { agent, member }: Remix): Promise<Original | null> {
  if ("component" in source)
    return (await readComponent(agent, source.component)) && ofLibrary(agent, source.component);
  const { conversation, sheet } = source;
  return (await mayRead({ member, agentId: agent, conversation }))
    ? ofSurface(agent, conversation, sheet)
    : null;
}

async function freeBoardName(agentId: string, name: string): Promise<string> {
  const taken = new Set((await listBoards(agentId)).map((board) => board.name.toLowerCase()));
  let free = name;
  while (taken.has(free.toLowerCase())) free = nextName(free);
  return free;
}
