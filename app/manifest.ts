import type { MetadataRoute } from "next";
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
    description: "A workspace where an agent answers with UI and waits for you",
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
      { name: "New conversation", url: "/", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
      { name: "Inbox", url: "/inbox", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
    ],
  };
}
