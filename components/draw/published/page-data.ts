import de from "@/lib/shared/i18n/de/published";
import { addCatalogue } from "@/lib/shared/i18n/locale";

addCatalogue("de", (area) => (area === "published" ? de : undefined));

/** Returns the data that the server has put into the page. */
export function dataOf(id: string): unknown {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
