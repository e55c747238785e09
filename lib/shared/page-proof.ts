/** The request header with the proof that `POST /api/page` returned. */
export const PAGE_HEADER = "x-easel-page";

/** `details` of the error of a request that lacks a valid proof. */
export const NEEDS_PAGE = { needs: "page" } as const;

export const needsPage = (details: unknown): boolean =>
  typeof details === "object" && details !== null && "needs" in details && details.needs === NEEDS_PAGE.needs;
