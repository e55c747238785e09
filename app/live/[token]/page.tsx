import type { Metadata } from "next";
import { SharedSurface } from "@/components/workspace/sharing/reader/shared-surface";

export const metadata: Metadata = { title: "Shared sheet", referrer: "no-referrer" };

/** A surface that is shared live. The page has no data; the client loads it with the token. */
export default async function LivePage({ params }: { params: Promise<{ token: string }> }) {
  return <SharedSurface token={(await params).token} />;
}
