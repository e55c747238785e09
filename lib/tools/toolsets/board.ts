import { z } from "zod";
import { boardName, placeFields, tileProps, tileTitle } from "@/lib/shared/boards/fields";
import { inOrder } from "@/lib/shared/boards/layout";
import { componentName } from "@/lib/shared/components/fields";
import { AppError } from "@/lib/shared/errors";
import { readBoard, readBoards } from "@/lib/store/agents/boards";
import {
  boardNamed,
  noTile,
  pinsOfTiles,
  pinTile,
  type TileToAdd,
  unpinBoardTile,
  updateTile,
} from "@/lib/tools/boards/boards";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool } from "./define";

const input = z.object({
  action: z.enum(["list", "pin", "place", "update", "unpin"]),
  board: boardName.optional().describe("Name; default: the first"),
  sheet: z.string().max(20).optional().describe("A surface's id"),
  component: componentName.optional(),
  props: tileProps.optional(),
  tile: z.string().max(40).optional(),
  title: tileTitle.optional(),
  ...placeFields,
});
type Input = z.output<typeof input>;

const PLACE = ["x", "y", "w", "h"] as const;

export const boardTools = defineBuiltIn({
  id: "board",
  title: "Boards",
  category: "conversation",
  mode: "on_demand",
  gist: "pages of surfaces and components",
  prompt:
    "A board is a lasting page of tiles: surfaces in their current state, and components. Pin what the user will look at again; do not move what they arranged themselves.",
  tools: {
    board: defineTool({
      title: "Lay out boards",
      help: "Puts surfaces and components on boards and arranges them.",
      description:
        "Lays out boards, grids of 12 columns and rows of 56 px. pin takes a surface or component with props, and creates a missing board; place (x, y, w, h), update (title, props) and unpin take tile.",
      input,
      uses: {
        field: "action",
        of: {
          list: { takes: ["board"] },
          pin: { takes: ["board", "sheet", "component", "props", "title", ...PLACE] },
          place: { needs: ["tile"], takes: ["board", "title", "props", ...PLACE] },
          update: { needs: ["tile"], takes: ["board", "title", "props", ...PLACE] },
          unpin: { needs: ["tile"], takes: ["board"] },
        },
      },
      hints: { reads: ["boards"], writes: ["boards"] },
      afterWeb: ({ action }) => action !== "list",
      refuses: async ({ action, board: name, tile }, { agentId }) => {
        if (action === "list" || action === "pin") return;
        const { id } = await boardNamed(agentId, name);
        const { tiles } = await readBoard(agentId, id);
        if (!tiles.some((one) => one.id === tile)) throw noTile(tile ?? "");
      },
      execute: (args, context) =>
        args.action === "list" ? list(context, args.board) : change(args, context),
    }),
  },
});

async function list({ agentId, readStored }: ToolContext, name: string | undefined) {
  const boards = await readBoards(agentId);
  const wanted = name?.toLowerCase();
  const matching = boards.filter((board) => wanted === undefined || board.name.toLowerCase() === wanted);
  for (const { marked } of matching) if (marked.origins.length > 0) readStored(marked);
  return {
    boards: await Promise.all(
      matching.map(async ({ id, name, tiles }) => {
        const pins = await pinsOfTiles(agentId, tiles);
        return {
          ...{ board: name, address: `/board/${id}` },
          tiles: inOrder(tiles).map(({ id: tile, source, title, x, y, w, h }) => {
            const shown = title ?? pins.get(tile)?.surface?.title ?? "deleted";
            const what = "component" in source ? { component: source.component, props: source.props } : {};
            return { ...{ tile, title: shown }, ...what, ...{ x, y, w, h } };
          }),
        };
      }),
    ),
  };
}

async function change({ action, tile, board: name, ...fields }: Input, context: ToolContext) {
  const { agentId } = context;
  const board = await boardNamed(agentId, name, action === "pin" ? by(context) : undefined);
  const { marked } = await readBoard(agentId, board.id);
  if (marked.origins.length > 0) context.readStored(marked);
  const toResult = (changed: { tile?: string }) => ({
    ...{ board: board.name, address: `/board/${board.id}` },
    ...(changed.tile && { tile: changed.tile }),
  });
  if (action === "pin")
    return toResult(await pinTile(agentId, board.id, await newTile(fields, context), by(context)));
  if (tile === undefined) throw new AppError("invalid", `${action} needs tile: list returns it.`);
  if (action === "unpin") return toResult(await unpinBoardTile(agentId, board.id, tile, by(context)));
  const { title, props, x, y, w, h } = fields;
  const isEmpty = Object.values({ title, props, x, y, w, h }).every((value) => value === undefined);
  if (isEmpty) throw new AppError("invalid", `${action} needs at least one of x, y, w, h, title and props.`);
  return toResult(await updateTile(agentId, board.id, tile, { title, props, x, y, w, h }, by(context)));
}

async function newTile(
  { sheet: surface, component, props, ...place }: Omit<Input, "action" | "board" | "tile">,
  { conversationId, sheet: find }: ToolContext,
): Promise<TileToAdd> {
  if (surface === undefined)
    return { ...place, ...(component !== undefined && { component: { name: component, props } }) };
  if (component !== undefined) throw new AppError("invalid", "Give sheet or component, not both.");
  if (!find) throw new AppError("invalid", "There is no canvas here. Pin a component.");
  return { ...place, sheet: { conversation: conversationId, id: (await find(surface)).id } };
}
