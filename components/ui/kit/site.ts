import { t } from "@/lib/shared/i18n/en/kit";
import { PRODUCT_TITLES } from "@/lib/shared/imports/products";
import { labelOfItem } from "@/lib/shared/kind-texts";
import {
  appOfOrigin,
  fileOfOrigin,
  importOfOrigin,
  mailOfOrigin,
  programOfOrigin,
  type Through,
  WEBHOOK,
} from "@/lib/shared/origins";

/** Returns a readable name of an origin, without the https scheme. */
export function siteOf(origin: string): string {
  if (origin === WEBHOOK) return t("webhook");
  const file = fileOfOrigin(origin);
  if (file !== undefined) return t("file", { file });
  const app = appOfOrigin(origin);
  if (app !== undefined) return t("visitors", { app });
  const sender = mailOfOrigin(origin);
  if (sender !== undefined) return t("mail", { sender });
  const program = programOfOrigin(origin);
  if (program !== undefined) return t("program", { program });
  const product = importOfOrigin(origin);
  if (product !== undefined) return t("import", { product: PRODUCT_TITLES[product] });
  return origin.includes("://") ? origin.replace(/^https:\/\//, "") : t("noAddress");
}

/** Returns for example "from kornmuehle.example and 2 more", or "" without origins. */
export function fromSites(origins: readonly string[]): string {
  const [first, ...others] = origins.map(siteOf);
  if (first === undefined) return "";
  return t("fromSites", { site: first, more: others.length });
}

export function placeOf({ kind, name }: Pick<Through, "kind" | "name">): string {
  if (kind === "table") return t("table", { name });
  if (kind === "collection") return t("collection", { name });
  return kind === "file" ? t("aFile") : labelOfItem(kind, name);
}
