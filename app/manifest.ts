import type { MetadataRoute } from "next";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/pages";
import { palette } from "@/lib/shared/palette";

/**
 * Web app manifest, for installing Easel. Browsers fetch it without a session, and it contains nothing
 * private.
 */
export default function manifest(): MetadataRoute.Manifest {
  const [paper] = palette.paper;
  return {
    id: "/",
    name: "Easel",
    short_name: "Easel",
    description: t("appDescription"),
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
    ],
    shortcuts: [
      { name: common("newConversation"), url: "/", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
      { name: common("inbox"), url: "/inbox", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
    ],
  };
}
