import { notFound } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { MemoryPage } from "@/components/pages/memory/memory-page";
import { isAddress } from "@/components/pages/memory/memory-url";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";

export const metadata = titled(() => common("memory"));

export default async function OneMemoryPage({ params }: { params: Promise<{ place?: string[] }> }) {
  const { place = [] } = await params;
  await requirePage(["/memory", ...place].join("/"), { right: "edit" });
  if (!isAddress(place)) notFound();
  return <MemoryPage now={new Date().toISOString()} />;
}
