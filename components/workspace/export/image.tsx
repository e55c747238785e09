import { isImageUrl, storedImage } from "@/lib/shared/blocks/image";
import { t } from "@/lib/shared/i18n/en/export";

/**
 * Renders data URLs and stored images inline. External images become links, because an exported file loads
 * nothing.
 */
export function Image({ url, alt = "" }: { url: string; alt?: string }) {
  // biome-ignore lint/performance/noImgElement: an exported file has no image optimiser
  if ((url.startsWith("data:") && isImageUrl(url)) || storedImage(url)) return <img src={url} alt={alt} />;
  if (!isImageUrl(url))
    return <span className="quiet">{alt ? t("image", { name: alt }) : t("imageMissing")}</span>;
  return (
    <a href={url} rel="noopener noreferrer">
      {t("image", { name: alt || new URL(url).host })}
    </a>
  );
}
