import { ApiError } from "@/components/client/request";
import type { CallOutcome } from "@/lib/shared/components/access";
import type { ComponentCall } from "@/lib/shared/components/call";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import type { SurfaceServer } from "./server-link";

/** For rows that do not change. */
export const hearNothing: SurfaceServer["hear"] = () => () => {};

type Words = { readOnly: string; notShared: string };

const NO_ACCESS = { uses: [], open: [], isWider: false, readWeb: [] };

/** Returns the server of a component that reads rows, and cannot change or call anything. */
export function readingServer(
  readOnly: string,
  read: (query: Extract<ComponentCall, { type: "query" }>, signal: AbortSignal) => Promise<CallOutcome>,
): SurfaceServer {
  const refuse = async (): Promise<never> => {
    throw new ApiError(403, readOnly, undefined);
  };
  return {
    ...{ isReadOnly: readOnly, look: refuse, allow: refuse, change: refuse, access: async () => NO_ACCESS },
    hear: hearNothing,
    call: async (call, signal) => (call.type === "query" ? read(call, signal) : refuse()),
  };
}

/** Returns the server of a component that only shows rows, such as one behind a share link. `rows`: the present ones. */
export function frozenServer(
  rows: () => FrozenRows,
  { readOnly, notShared }: Words,
  hear: SurfaceServer["hear"] = hearNothing,
): SurfaceServer {
  const server = readingServer(readOnly, async ({ sql, params }) => {
    const found = rows()[JSON.stringify([sql, params ?? []])];
    if (!found) throw new ApiError(403, notShared, undefined);
    return { rows: { ...found, row_count: found.rows.length, reads: [] } };
  });
  return { ...server, hear };
}
