import type { Metadata } from "next";
import { TextPage } from "@/components/pages/instructions/text-page";
import { requirePage } from "@/lib/platform/access/session";
import { loadText } from "../text";

export const metadata: Metadata = { title: "Notes · Easel" };

export default async function NotesPage() {
  await requirePage("/agent/prompt/notes");
  return (
    <TextPage
      kind="learned_notes"
      title="Notes"
      about="The agent writes these for itself."
      placeholder="No notes yet"
      {...(await loadText("learned_notes"))}
    />
  );
}
