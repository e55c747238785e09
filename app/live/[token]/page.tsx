import type { Metadata } from "next";
import { SharedSheet } from "@/components/workspace/sharing/reader/shared-sheet";

export const metadata: Metadata = { title: "Shared sheet", referrer: "no-referrer" };

/** A sheet that is shared live. The page itself knows nothing of it: what the link leads to is asked for by its token. */
export default async function LivePage({ params }: { params: Promise<{ token: string }> }) {
  return <SharedSheet token={(await params).token} />;
}
