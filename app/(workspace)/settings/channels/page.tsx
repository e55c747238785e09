import type { Metadata } from "next";
import { Channels } from "@/components/settings/channels/channels";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "Channels · Easel" };

export default async function ChannelsPage() {
  await requirePage("/settings/channels");
  return (
    <SettingsPage title="Channels" about="Talk to the agent from your phone.">
      <Channels />
    </SettingsPage>
  );
}
