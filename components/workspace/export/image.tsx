import { isImageUrl, storedImage } from "@/lib/shared/blocks/image";

/**
 * Renders data URLs and stored images inline. External images become links, because an exported file loads
 * nothing.
 */
export function Image({ url, alt = "" }: { url: string; alt?: string }) {
  // biome-ignore lint/performance/noImgElement: an exported file has no image optimiser
  if ((url.startsWith("data:") && isImageUrl(url)) || storedImage(url)) return <img src={url} alt={alt} />;
  if (!isImageUrl(url)) return <span className="quiet">Image: {alt || "could not be shown"}</span>;
  return (
    <a href={url} rel="noopener noreferrer">
      Image: {alt || new URL(url).host}
    </a>
  );
}
