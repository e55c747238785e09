import type { Metadata } from "next";
import { AgentsCard } from "@/components/settings/agents/agents-card";
import { NewAgentCard } from "@/components/settings/agents/new-agent-card";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "Agents · Easel" };

export default async function AgentsPage() {
  await requirePage("/settings/agents");
  return (
    <SettingsPage title="Agents" about="Each has its own prompt, memory, tools, data and conversations.">
      <AgentsCard />
      <NewAgentCard />
    </SettingsPage>
  );
}
