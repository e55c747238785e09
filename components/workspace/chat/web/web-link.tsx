import type { ReactNode } from "react";
import { webAddress } from "@/lib/shared/chat/web-address";
import { t } from "@/lib/shared/i18n/en/chatWeb";

type WebLinkProps = { url: string; className?: string; children: ReactNode };

/**
 * Link to an untrusted URL. Opens in a new tab without referrer and opener; renders plain text if it is not
 * a web URL.
 */
export function WebLink({ url, className = "", children }: WebLinkProps) {
  const address = webAddress(url);
  if (!address) return <span className={className}>{children}</span>;
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      title={address.href}
      className={`underline decoration-line-strong underline-offset-2 hover:decoration-ink ${className}`}
    >
      {children}
      <span className="sr-only"> {t("newTab")}</span>
    </a>
  );
}
