import { t } from "@/lib/shared/i18n/en/published";
import { say } from "./notice";

/** Sends the passcode of the form, and opens the app if it is right. */
export function unlock(slug: string): void {
  const form = document.getElementById("unlock");
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const passcode = new FormData(form).get("passcode");
    const response = await fetch(`/p/${slug}/unlock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ passcode }),
    }).catch(() => undefined);
    if (response?.ok) location.reload();
    else if (response?.status === 403) say(t("wrongPasscode"));
    else say(t("failed"));
  });
}
