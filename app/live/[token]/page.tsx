import type { Metadata } from "next";
import { SharedSurface } from "@/components/workspace/sharing/reader/shared-surface";
import { t } from "@/lib/shared/i18n/en/pages";

export const metadata: Metadata = {
  get title() {
    return t("sharedSheet");
  },
  referrer: "no-referrer",
};

/** A surface that is shared live. The page has no data; the client loads it with the token. */
export default async function LivePage({ params }: { params: Promise<{ token: string }> }) {
  return <SharedSurface token={(await params).token} />;
}
