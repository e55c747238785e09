import { t } from "@/lib/shared/i18n/en/published";

type Action = { label: string; run(): void };

/** Shows a notice over the app; an empty text hides it. */
export function say(text: string, action?: Action): void {
  const notice = document.getElementById("notice");
  if (!notice) return;
  notice.hidden = text === "";
  notice.textContent = text;
  if (!action) return;
  const button = document.createElement("button");
  button.textContent = action.label;
  button.onclick = action.run;
  notice.append(" ", button);
}

/** Replaces the app by a notice that it is no longer there. */
export function showGone(place: HTMLElement, words = { title: t("gone"), about: t("goneAbout") }): void {
  say("");
  document.title = words.title;
  const main = document.createElement("main");
  const title = document.createElement("h1");
  const text = document.createElement("p");
  title.textContent = words.title;
  text.textContent = words.about;
  main.setAttribute("role", "alert");
  main.append(title, text);
  place.style.height = "";
  place.replaceChildren(main);
}
