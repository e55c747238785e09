import { titled } from "@/app/page-metadata";
import { TabPage } from "@/components/ui/kit/page/tab-page";
import { ModelView } from "@/components/workspace/chat/model-view/model-view";
import { requirePage } from "@/lib/platform/access/require-page";
import { t } from "@/lib/shared/i18n/en/pages";
import { titleOfToolset } from "@/lib/shared/tools/titles";
import { OWN } from "@/lib/shared/tools/view";
import { toolsets } from "@/lib/tools/toolsets/index";

export const metadata = titled(() => t("modelView"));

export default async function ModelViewPage() {
  await requirePage("/agent/model-view", { right: "edit" });
  const titles = Object.fromEntries(toolsets.map((toolset) => [toolset.id, titleOfToolset(toolset)]));
  return (
    <TabPage title={t("modelView")}>
      <ModelView titles={{ ...titles, [OWN]: t("agentMadeTools"), load_toolset: t("whenNeeded") }} />
    </TabPage>
  );
}
