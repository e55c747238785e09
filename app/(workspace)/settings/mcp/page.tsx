import type { Metadata } from "next";
import { Servers } from "@/components/settings/servers/servers";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "MCP servers · Easel" };

export default async function McpPage() {
  await requirePage("/settings/mcp");
  return (
    <SettingsPage title="MCP servers">
      <Servers />
    </SettingsPage>
  );
}
