import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MemoryPage } from "@/components/pages/memory/memory-page";
import { isAddress } from "@/components/pages/memory/memory-url";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "Memory · Easel" };

export default async function OneMemoryPage({ params }: { params: Promise<{ place?: string[] }> }) {
  const { place = [] } = await params;
  await requirePage(["/memory", ...place].join("/"));
  if (!isAddress(place)) notFound();
  return <MemoryPage now={new Date().toISOString()} />;
}
