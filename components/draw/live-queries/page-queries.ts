import { collectionsOf, JOBS, listen, tablesOf } from "@/components/client/events";
import { readQuery } from "./api";
import { type HearData, LiveQueries } from "./live-queries";

/** Follows the event stream of the page. */
export const hearData: HearData = (onChange) =>
  listen((change) => {
    if (change === null) return onChange(null);
    const tables = tablesOf(change);
    if (tables) return onChange({ tables });
    const collections = change === JOBS ? ["cronjobs"] : collectionsOf(change);
    if (collections) onChange({ collections });
  });

let queries: LiveQueries | undefined;

/**
 * Returns the queries of this page. On the server, which renders pages of several users, nothing is shared.
 */
export function liveQueries(): LiveQueries {
  if (typeof window === "undefined") return new LiveQueries(readQuery, hearData);
  queries ??= new LiveQueries(readQuery, hearData);
  return queries;
}
