import { isImageUrl, storedImage } from "@/lib/shared/blocks/image";

/** A picture that came as data, or is stored here, stands in the file; one from elsewhere stays an address, for the file loads nothing. */
export function Picture({ url, alt = "" }: { url: string; alt?: string }) {
  // biome-ignore lint/performance/noImgElement: a file has no optimiser
  if ((url.startsWith("data:") && isImageUrl(url)) || storedImage(url)) return <img src={url} alt={alt} />;
  if (!isImageUrl(url)) return <span className="quiet">Picture: {alt || "could not be shown"}</span>;
  return (
    <a href={url} rel="noopener noreferrer">
      Picture: {alt || new URL(url).host}
    </a>
  );
}
