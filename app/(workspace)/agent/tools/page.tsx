import type { Metadata } from "next";
import { ToolsPage } from "@/components/pages/tools/tools-page";
import { requirePage } from "@/lib/platform/access/session";
import { loadFamilies, loadToolsets } from "./tools";

export const metadata: Metadata = { title: "Tools · Easel" };

export default async function AllToolsPage() {
  await requirePage("/agent/tools");
  const [toolsets, families] = await Promise.all([loadToolsets(), loadFamilies()]);
  return <ToolsPage initial={toolsets} families={families} />;
}
