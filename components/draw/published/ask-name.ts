import type { Boot } from "@/lib/shared/apps/visit";
import { t } from "@/lib/shared/i18n/en/published";
import { say } from "./notice";
import { send } from "./server";

const MAX_CHARS = 60;

/** Asks the visitor for a name, by which the owner then sees them. Asks once; the visitor can skip it. */
export function askName(boot: Boot): void {
  const key = `easel-name-${boot.slug}`;
  if (!boot.asksName || recall(key) !== null) return;
  const form = document.createElement("form");
  const input = document.createElement("input");
  const later = buttonOf(t("skip"), "button");
  form.id = "name";
  later.className = "later";
  Object.assign(input, {
    required: true,
    maxLength: MAX_CHARS,
    autocomplete: "name",
    placeholder: t("yourName"),
  });
  input.setAttribute("aria-label", t("yourName"));
  const close = () => {
    remember(key);
    form.remove();
  };
  later.onclick = close;
  form.onsubmit = (event) => {
    event.preventDefault();
    send(boot, "name", { name: input.value.trim() }).then(close, (error: Error) => say(error.message));
  };
  form.append(input, buttonOf(t("save"), "submit"), later);
  document.body.append(form);
}

function buttonOf(text: string, type: "button" | "submit"): HTMLButtonElement {
  const button = document.createElement("button");
  return Object.assign(button, { type, textContent: text });
}

/** The storage is missing in some frames of other sites. */
function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string): void {
  try {
    localStorage.setItem(key, "1");
  } catch {}
}
