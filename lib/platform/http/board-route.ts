import { z } from "zod";
import type { OpenBoard } from "@/lib/platform/access/rights";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import type { BoardRight } from "@/lib/shared/members/roles";
import { type Handler, route } from "./route";

const params = z.object({ agent: uuid, id: uuid, tile: z.string().max(40).default("") });

type Asked<Body> = { request: Request; board: OpenBoard; tile: string; body: Body };

/** A route below `/api/shared-boards/[agent]/[id]`, for all members who may open the board. */
export function boardRoute<B extends z.ZodType = z.ZodUndefined>(
  { right, body }: { right: BoardRight; body?: B },
  handle: (asked: Asked<z.output<B>>) => unknown,
): Handler {
  const board = { right, of: ({ params: { agent, id } }: Of) => ({ agentId: agent, id }) };
  return route({ role: "guest", scope: "none", params, board, ...(body && { body }) }, (asked) => {
    if (!asked.board) throw new AppError("internal", "The board was not checked.");
    const { request, board, params, body } = asked;
    return handle({ request, board, tile: params.tile, body: body as z.output<B> });
  });
}

type Of = { params: z.output<typeof params> };
