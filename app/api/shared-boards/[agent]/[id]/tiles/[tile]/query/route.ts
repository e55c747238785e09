import { z } from "zod";
import { querySharedTile } from "@/lib/agent/surfaces/shared-board";
import { boardRoute } from "@/lib/platform/http/board-route";
import { routes } from "@/lib/platform/http/route";
import { MAX_SQL } from "@/lib/shared/components/access";
import { param } from "@/lib/shared/data/cell";
import { LIMITS } from "@/lib/shared/frame/limits";

const body = z.strictObject({
  sql: z.string().min(1).max(MAX_SQL),
  params: z.array(param).max(LIMITS.params).default([]),
});

/** Rows of a query that the code of the component on the tile names. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: boardRoute({ right: "read", body }, async ({ request, board, tile, body }) => ({
    rows: await querySharedTile(board, tile, body, request.signal),
  })),
});
