import { sharedBoardChange } from "@/lib/agent/surfaces/shared-board";
import { boardRoute } from "@/lib/platform/http/board-route";
import { changes } from "@/lib/platform/http/changes";
import { routes } from "@/lib/platform/http/route";

/** Streams that the board or its data have changed. Ends when the board is no longer shared with the member. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: boardRoute({ right: "read" }, ({ request, board }) =>
    changes(request, (notice) => sharedBoardChange(board, notice)),
  ),
});
