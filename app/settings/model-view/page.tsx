import type { Metadata } from "next";
import { SettingsPage } from "@/components/settings/settings-page";
import { ModelView } from "@/components/workspace/chat/model-view/model-view";
import { requirePage } from "@/lib/platform/access/session";
import { OWN } from "@/lib/shared/tools/view";
import { toolsets } from "@/lib/tools/toolsets/index";

export const metadata: Metadata = { title: "What the model sees · Easel" };

export default async function ModelViewPage() {
  await requirePage("/settings/model-view");
  const titles = Object.fromEntries(toolsets.map(({ id, title }) => [id, title]));
  return (
    <SettingsPage
      title="What the model sees"
      about="The system message and tools that are sent with every message, and their size in tokens."
    >
      <ModelView titles={{ ...titles, [OWN]: "Agent-made tools", load_toolset: "On demand" }} />
    </SettingsPage>
  );
}
