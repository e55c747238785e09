import { titled } from "@/app/page-metadata";
import { TextPage } from "@/components/pages/instructions/text-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/pages";
import { loadText } from "../text";

export const metadata = titled(() => common("notes"));

export default async function NotesPage() {
  await requirePage("/agent/prompt/notes", { right: "edit" });
  return (
    <TextPage
      kind="learned_notes"
      title={common("notes")}
      about={t("notesAbout")}
      placeholder={t("noNotes")}
      {...(await loadText("learned_notes"))}
    />
  );
}
