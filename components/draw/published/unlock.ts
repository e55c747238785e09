import type { Lock } from "@/lib/shared/apps/visit";
import { t } from "@/lib/shared/i18n/en/published";
import { say } from "./notice";
import { visitorHeader } from "./visitor-token";

/** Sends the passcode of the form, and opens the app if it is right. */
export function unlock(lock: Lock): void {
  const form = document.getElementById("unlock");
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const passcode = new FormData(form).get("passcode");
    const response = await fetch(`/p/${lock.slug}/unlock`, {
      method: "POST",
      headers: { "content-type": "application/json", ...visitorHeader(lock) },
      body: JSON.stringify({ passcode }),
    }).catch(() => undefined);
    if (response?.ok) location.reload();
    else if (response?.status === 403) say(t("wrongPasscode"));
    else say(t("failed"));
  });
}
