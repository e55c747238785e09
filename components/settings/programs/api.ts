import type { z } from "zod";
import { jsonBody, request } from "@/components/client/request";
import {
  type MadeToken,
  madeToken,
  type newToken,
  type TokenView,
  tokensView,
} from "@/lib/shared/mcp/tokens";
import { type ToolsetView, toolsetsView } from "@/lib/shared/tools/view";

export const TOKENS = ["mcp-tokens"] as const;

export async function readTokens(signal?: AbortSignal): Promise<TokenView[]> {
  return tokensView.parse(await (await request("/api/mcp/tokens", { signal })).json()).tokens;
}

export async function createToken(wanted: z.input<typeof newToken>): Promise<MadeToken> {
  const response = await request("/api/mcp/tokens", { method: "POST", ...jsonBody(wanted) });
  return madeToken.parse(await response.json());
}

export async function revokeToken(id: string): Promise<void> {
  await request(`/api/mcp/tokens/${encodeURIComponent(id)}`, { method: "DELETE" });
}

export async function readToolsets(signal?: AbortSignal): Promise<ToolsetView[]> {
  return toolsetsView.parse(await (await request("/api/tools", { signal })).json()).toolsets;
}
