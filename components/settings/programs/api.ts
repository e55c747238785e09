import type { z } from "zod";
import { jsonBody, request } from "@/components/client/request";
import { componentList } from "@/lib/shared/components/contract";
import { componentToolName } from "@/lib/shared/components/tool-name";
import { t } from "@/lib/shared/i18n/en/settingsPrograms";
import {
  type MadeToken,
  madeToken,
  type newToken,
  type TokenView,
  tokensView,
} from "@/lib/shared/mcp/tokens";
import { titleOfToolset } from "@/lib/shared/tools/titles";
import { toolsetsView } from "@/lib/shared/tools/view";

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

/** `label`: shown instead of the name. */
export type ToolGroup = { id: string; title: string; tools: { name: string; label: string }[] };

/** Returns the tools that a token can name: those of the toolsets, and those that show components. */
export async function readToolGroups(signal?: AbortSignal): Promise<ToolGroup[]> {
  const [{ toolsets }, { components }] = await Promise.all([
    request("/api/tools", { signal }).then(async (found) => toolsetsView.parse(await found.json())),
    request("/api/components", { signal }).then(async (found) => componentList.parse(await found.json())),
  ]);
  // Programs are not offered components that may contain text of strangers.
  const shown = components.filter(({ origins }) => !origins?.length);
  return [
    ...toolsets.map((toolset) => ({
      id: toolset.id,
      title: titleOfToolset(toolset),
      tools: toolset.tools.map(({ name }) => ({ name, label: name })),
    })),
    {
      id: "library",
      title: t("showComponents"),
      tools: shown.map(({ name }) => ({ name: componentToolName(name), label: name })),
    },
  ].filter(({ tools }) => tools.length > 0);
}
