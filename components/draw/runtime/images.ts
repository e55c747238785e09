import { send } from "./port";

const MAX_REPORTED = 10;
const WHY = "This image is on the network, which a component cannot access.";

const STAND_IN = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120" viewBox="0 0 160 120"><rect width="160" height="120" fill="#8883"/><g fill="none" stroke="#888" stroke-width="3" stroke-linejoin="round"><rect x="56" y="40" width="48" height="40" rx="5"/><circle cx="70" cy="53" r="4"/><path d="m58 76 16-14 10 8 10-11 9 9"/></g></svg>',
)}`;

const reported = new Set<string>();

export function watchImages(): void {
  document.addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
    if (!/^(img|font|media)-src/.test(effectiveDirective) || !/^https?:/.test(blockedURI)) return;
    if (reported.size >= MAX_REPORTED || reported.has(blockedURI)) return;
    reported.add(blockedURI);
    send({ type: "absent", url: blockedURI.slice(0, 2_000) });
  });
  addEventListener("error", ({ target }) => target instanceof HTMLImageElement && standIn(target), {
    capture: true,
  });
}

/**
 * Shows a placeholder instead of a blocked image. Waits for the component's own error handler, which may set another
 * URL.
 */
function standIn(image: HTMLImageElement): void {
  const { src } = image;
  setTimeout(() => {
    if (image.src !== src || !/^https?:/.test(src) || image.naturalWidth > 0) return;
    image.removeAttribute("srcset");
    image.src = STAND_IN;
    image.title ||= WHY;
  });
}
