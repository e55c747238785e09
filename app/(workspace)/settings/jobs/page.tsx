import type { Metadata } from "next";
import { Queues } from "@/components/settings/queues";
import { SettingsPage } from "@/components/settings/settings-page";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "Background work · Easel" };

export default async function QueuesPage() {
  await requirePage("/settings/jobs");
  return (
    <SettingsPage title="Background work" about="For operators: queues and failed tasks.">
      <Queues />
    </SettingsPage>
  );
}
