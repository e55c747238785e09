import type { Metadata } from "next";
import { Gallery } from "@/components/library/gallery";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { requirePage } from "@/lib/access/session";
import { loadCards, loadDeleted } from "./library";

export const metadata: Metadata = { title: "Components · Easel" };

export default async function ComponentsPage() {
  await requirePage("/components");
  const [cards, deleted] = await Promise.all([loadCards(), loadDeleted()]);
  return (
    <SettingsFrame skipTo="components">
      <Gallery cards={cards} deleted={deleted} now={new Date().toISOString()} />
    </SettingsFrame>
  );
}
