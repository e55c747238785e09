/** The request header with the proof that `POST /api/page` returned. */
export const PAGE_HEADER = "x-easel-page";

/** `details` of the error of a request that lacks a valid proof. */
export const NEEDS_PAGE = { needs: "page" } as const;

export const needsPage = (details: unknown): boolean =>
  typeof details === "object" && details !== null && "needs" in details && details.needs === NEEDS_PAGE.needs;

/**
 * API paths of which some requests need a proof. Pages get the proof before they send such a request. The server decides
 * by its routes; `app/route-doors.test.ts` compares both.
 */
const PATHS =
  /^\/api\/(?:backup|channels|documents\/calendar-address|import|mcp|models\/test|origins|password|settings|shares|sheets\/(?!queries\b)[^/?]+(?:\/access)?(?!\/)|tools|toolsets|whatsapp)(?![\w-])/;

export const mayNeedPage = (method: string, path: string): boolean =>
  method !== "GET" && method !== "HEAD" && PATHS.test(path);
