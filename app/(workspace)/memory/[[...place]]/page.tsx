import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MemoryPage } from "@/components/pages/memory/memory-page";
import { TABS } from "@/components/pages/memory/memory-url";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "Memory · Easel" };

export default async function OneMemoryPage({ params }: { params: Promise<{ place?: string[] }> }) {
  const { place = [] } = await params;
  await requirePage(["/memory", ...place].join("/"));
  if (place.length > 2 || !TABS.some((tab) => tab === (place[0] ?? "blocks"))) notFound();
  return <MemoryPage now={new Date().toISOString()} />;
}
