import type { Metadata } from "next";
import { TabPage } from "@/components/ui/kit/page/tab-page";
import { ModelView } from "@/components/workspace/chat/model-view/model-view";
import { requirePage } from "@/lib/platform/access/session";
import { OWN } from "@/lib/shared/tools/view";
import { toolsets } from "@/lib/tools/toolsets/index";

export const metadata: Metadata = { title: "What the model sees · Easel" };

export default async function ModelViewPage() {
  await requirePage("/agent/model-view");
  const titles = Object.fromEntries(toolsets.map(({ id, title }) => [id, title]));
  return (
    <TabPage title="What the model sees">
      <ModelView titles={{ ...titles, [OWN]: "Agent-made tools", load_toolset: "When needed" }} />
    </TabPage>
  );
}
