import type { AppSurface } from "@/lib/shared/mcp/apps";
import { readLook } from "../look";

export type DisplayMode = "inline" | "fullscreen";

const VARIABLES: Record<string, string> = {
  "--color-background-primary": "--sheet",
  "--color-background-secondary": "--rail",
  "--color-background-tertiary": "--table",
  "--color-background-inverse": "--ink",
  "--color-background-info": "--fill",
  "--color-background-danger": "--danger-wash",
  "--color-background-success": "--success-wash",
  "--color-background-warning": "--warning-wash",
  "--color-background-disabled": "--fill",
  "--color-text-primary": "--ink",
  "--color-text-secondary": "--ink-2",
  "--color-text-tertiary": "--ink-3",
  "--color-text-inverse": "--on-ink",
  "--color-text-ghost": "--ink-3",
  "--color-text-info": "--ink-2",
  "--color-text-danger": "--danger",
  "--color-text-success": "--success",
  "--color-text-warning": "--warning",
  "--color-text-disabled": "--ink-3",
  "--color-border-primary": "--line-strong",
  "--color-border-secondary": "--line",
  "--color-border-tertiary": "--line",
  "--color-border-inverse": "--ink",
  "--color-border-info": "--line-strong",
  "--color-border-danger": "--danger",
  "--color-border-success": "--success",
  "--color-border-warning": "--warning",
  "--color-border-disabled": "--line",
  "--color-ring-primary": "--ink",
  "--color-ring-secondary": "--line-strong",
  "--color-ring-inverse": "--on-ink",
  "--color-ring-info": "--ink",
  "--color-ring-danger": "--danger",
  "--color-ring-success": "--success",
  "--color-ring-warning": "--warning",
  "--font-sans": "--font-sans",
  "--font-mono": "--font-mono",
  "--font-text-xs-size": "--text-meta",
  "--font-text-sm-size": "--text-ui",
  "--font-text-md-size": "--text-prose",
  "--font-text-lg-size": "--text-title",
  "--font-heading-xs-size": "--text-ui",
  "--font-heading-sm-size": "--text-prose",
  "--font-heading-md-size": "--text-title",
  "--font-text-xs-line-height": "--leading-meta",
  "--font-text-sm-line-height": "--leading-ui",
  "--font-text-md-line-height": "--leading-prose",
  "--font-text-lg-line-height": "--leading-title",
  "--font-heading-xs-line-height": "--leading-ui",
  "--font-heading-sm-line-height": "--leading-prose",
  "--font-heading-md-line-height": "--leading-title",
  "--border-radius-sm": "--radius-in",
  "--border-radius-md": "--radius-in",
  "--border-radius-lg": "--radius",
  "--border-radius-full": "--radius-full",
  "--shadow-sm": "--shadow-sheet",
  "--shadow-md": "--shadow-sheet",
  "--shadow-lg": "--shadow-float",
};

const FIXED: Record<string, string> = {
  "--color-background-ghost": "transparent",
  "--color-border-ghost": "transparent",
  "--font-weight-normal": "400",
  "--font-weight-medium": "500",
  "--font-weight-semibold": "600",
  "--font-weight-bold": "700",
  "--font-heading-lg-size": "24px",
  "--font-heading-xl-size": "28px",
  "--font-heading-2xl-size": "32px",
  "--font-heading-3xl-size": "40px",
  "--font-heading-lg-line-height": "32px",
  "--font-heading-xl-line-height": "36px",
  "--font-heading-2xl-line-height": "40px",
  "--font-heading-3xl-line-height": "48px",
  "--border-radius-xs": "4px",
  "--border-radius-xl": "14px",
  "--border-width-regular": "1px",
  "--shadow-hairline": "none",
};

export function hostContext({ tool }: Pick<AppSurface, "tool">, { mode, modes, width }: Shown) {
  const style = getComputedStyle(document.documentElement);
  const own = Object.entries(VARIABLES).map(([name, token]) => [name, resolved(style, token)]);
  return {
    toolInfo: { tool },
    theme: readLook().theme,
    styles: { variables: { ...Object.fromEntries(own.filter(([, value]) => value !== "")), ...FIXED } },
    displayMode: mode,
    availableDisplayModes: modes,
    containerDimensions: { ...(width > 0 && { width }), maxHeight: MAX_HEIGHT },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: "Easel",
    platform: "web",
    deviceCapabilities: {
      touch: matchMedia("(pointer: coarse)").matches,
      hover: matchMedia("(hover: hover)").matches,
    },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  };
}

type Shown = { mode: DisplayMode; modes: DisplayMode[]; width: number };

/** Maximum height in px; higher apps scroll inside. */
export const MAX_HEIGHT = 4_000;

/** Resolves references to other tokens, because the app does not get those tokens. */
function resolved(style: CSSStyleDeclaration, token: string, depth = 0): string {
  const value = style.getPropertyValue(token).trim();
  return depth > 4
    ? value
    : value.replace(/var\((--[\w-]+)\)/g, (_, name: string) => resolved(style, name, depth + 1));
}
