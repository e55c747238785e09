import type { Metadata } from "next";
import { Programs } from "@/components/settings/programs/programs";
import { Servers } from "@/components/settings/servers/servers";
import { SettingsPage } from "@/components/settings/settings-page";
import { bridgePath, mcpAddress } from "@/lib/doors/mcp/address";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "MCP · Easel" };

export default async function McpPage() {
  await requirePage("/settings/mcp");
  return (
    <SettingsPage
      title="MCP"
      about="The agent can use tools of other servers, and other programs can use this agent’s tools, each with its own token. Approvals wait for you in Easel."
    >
      <Servers />
      <Programs address={mcpAddress()} bridge={bridgePath()} />
    </SettingsPage>
  );
}
