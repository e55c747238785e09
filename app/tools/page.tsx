import type { Metadata } from "next";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { ToolsPage } from "@/components/tools/tools-page";
import { requirePage } from "@/lib/access/session";
import { loadToolsets } from "./tools";

export const metadata: Metadata = { title: "Tools · Easel" };

export default async function AllToolsPage() {
  await requirePage("/tools");
  return (
    <SettingsFrame skipTo="tools">
      <ToolsPage known={await loadToolsets()} />
    </SettingsFrame>
  );
}
