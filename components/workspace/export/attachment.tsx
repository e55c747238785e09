import { fileIdOf, IMAGES } from "@/lib/shared/file-address";
import { t } from "@/lib/shared/i18n/en/export";
import { CodeText } from "./code-text";
import { Image } from "./image";

export function Attachment({ url, name, mediaType }: { url: string; name: string; mediaType: string }) {
  if (url.startsWith("data:image/") || (fileIdOf(url) && IMAGES.has(mediaType))) {
    return (
      <figure>
        <Image url={url} alt={name} />
      </figure>
    );
  }
  const text = textIn(url);
  if (text !== undefined) {
    return (
      <details className="call">
        <summary>{name}</summary>
        <CodeText text={text} language="text" />
      </details>
    );
  }
  if (!url.startsWith("data:application/pdf;base64,")) return <p className="quiet">{t("file", { name })}</p>;
  return (
    <p>
      <a href={url} download={name}>
        {name}
      </a>
    </p>
  );
}

function textIn(url: string): string | undefined {
  const [, data] = /^data:text\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/=]*)$/.exec(url) ?? [];
  if (data === undefined) return undefined;
  return new TextDecoder().decode(Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)));
}
