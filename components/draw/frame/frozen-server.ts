import { ApiError } from "@/components/client/request";
import type { FrozenRows } from "@/lib/shared/frame/protocol";
import type { SurfaceServer } from "./server-link";

/** For rows that do not change. */
export const hearNothing: SurfaceServer["hear"] = () => () => {};

type Words = { readOnly: string; notShared: string };

const NO_ACCESS = { uses: [], open: [], isWider: false, readWeb: [] };

/** Returns the server of a component that only shows rows, such as one behind a share link. `rows`: the present ones. */
export function frozenServer(
  rows: () => FrozenRows,
  { readOnly, notShared }: Words,
  hear: SurfaceServer["hear"] = hearNothing,
): SurfaceServer {
  const refuse = async (): Promise<never> => {
    throw new ApiError(403, readOnly, undefined);
  };
  return {
    ...{ isReadOnly: readOnly, look: refuse, allow: refuse, change: refuse, access: async () => NO_ACCESS },
    hear,
    call: async (call) => {
      if (call.type !== "query") return refuse();
      const found = rows()[JSON.stringify([call.sql, call.params ?? []])];
      if (!found) throw new ApiError(403, notShared, undefined);
      return { rows: { ...found, row_count: found.rows.length, reads: [] } };
    },
  };
}
