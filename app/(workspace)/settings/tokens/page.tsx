import type { Metadata } from "next";
import { Programs } from "@/components/settings/programs/programs";
import { SettingsPage } from "@/components/settings/settings-page";
import { bridgePath, mcpAddress } from "@/lib/doors/mcp/address";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "Access tokens · Easel" };

export default async function TokensPage() {
  await requirePage("/settings/tokens");
  return (
    <SettingsPage
      title="Access tokens"
      about="Let an editor, an assistant or a script use this agent’s tools."
    >
      <Programs address={mcpAddress()} bridge={bridgePath()} />
    </SettingsPage>
  );
}
