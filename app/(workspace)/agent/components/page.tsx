import { z } from "zod";
import { titled } from "@/app/page-metadata";
import { Gallery } from "@/components/workspace/library/gallery";
import { CARDS } from "@/components/workspace/library/gallery-url";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { isStorable } from "@/lib/shared/text/storable";
import { loadCards, loadDeleted } from "./library";

export const metadata = titled(() => common("components"));

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const place = z.object({
  q: z.string().trim().max(200).refine(isStorable).catch(""),
  show: z.coerce.number().int().min(1).max(10_000).catch(CARDS),
});

/** `?q=` filters the gallery; `?show=` sets the number of components. */
export default async function ComponentsPage({ searchParams }: Props) {
  await requirePage("/agent/components", { right: "edit" });
  const { q, show } = place.parse(await searchParams);
  const [found, deleted] = await Promise.all([loadCards(q, show), loadDeleted()]);
  return <Gallery {...found} q={q} show={show} deleted={deleted} now={new Date().toISOString()} />;
}
