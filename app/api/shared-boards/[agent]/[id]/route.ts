import { arrangeSharedBoard, sharedBoard } from "@/lib/agent/surfaces/shared-board";
import { boardRoute } from "@/lib/platform/http/board-route";
import { routes } from "@/lib/platform/http/route";
import { boardChange } from "@/lib/shared/boards/fields";

/** A board for the members with whom it is shared, and nothing else of its agent. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: boardRoute({ right: "read" }, async ({ board }) => ({ board: await sharedBoard(board) })),
  PATCH: boardRoute({ right: "edit", body: boardChange.pick({ places: true }) }, ({ board, body }) =>
    arrangeSharedBoard(board, body),
  ),
});
