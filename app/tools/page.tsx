import type { Metadata } from "next";
import { ToolsPage } from "@/components/pages/tools/tools-page";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { requirePage } from "@/lib/platform/access/session";
import { loadFamilies, loadToolsets } from "./tools";

export const metadata: Metadata = { title: "Tools · Easel" };

export default async function AllToolsPage() {
  await requirePage("/tools");
  const [toolsets, families] = await Promise.all([loadToolsets(), loadFamilies()]);
  return (
    <SettingsFrame skipTo="tools">
      <ToolsPage initial={toolsets} families={families} />
    </SettingsFrame>
  );
}
