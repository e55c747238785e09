import type { Metadata } from "next";
import { Gallery } from "@/components/library/gallery";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { requirePage } from "@/lib/access/session";
import { loadCards } from "./library";

export const metadata: Metadata = { title: "Components · Easel" };

export default async function ComponentsPage() {
  await requirePage("/components");
  return (
    <SettingsFrame skipTo="components">
      <Gallery cards={await loadCards()} now={new Date().toISOString()} />
    </SettingsFrame>
  );
}
