import { titled } from "@/app/page-metadata";
import { ToolsPage } from "@/components/pages/tools/tools-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { loadFamilies, loadToolsets } from "./tools";

export const metadata = titled(() => common("tools"));

export default async function AllToolsPage() {
  await requirePage("/agent/tools", { right: "edit" });
  const [toolsets, families] = await Promise.all([loadToolsets(), loadFamilies()]);
  return <ToolsPage initial={toolsets} families={families} />;
}
