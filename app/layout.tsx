import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LocaleBoundary } from "@/components/client/locale-boundary";
import { QueriesProvider } from "@/components/client/queries";
import { Fonts } from "@/components/client/shell/fonts";
import { ScrollRestoration } from "@/components/client/shell/scroll-restoration";
import { AgentBase } from "@/components/ui/kit/agent-base";
import { THEME_COOKIE } from "@/components/ui/kit/cookies";
import { readTheme, schemeOf, type Theme } from "@/components/ui/kit/theme";
import { PinsProvider } from "@/components/workspace/canvas/pins/pins";
import { env } from "@/lib/ground/base/env";
import { SANDBOX_META } from "@/lib/shared/frame/sandbox";
import { currentLocale } from "@/lib/shared/i18n/locale";
import { palette } from "@/lib/shared/palette";
import { pageBase } from "./page-agent";
import "@/lib/shared/i18n/german";
import "@/lib/shared/i18n/pseudo";
import "./globals.css";
import { t } from "@/lib/shared/i18n/en/pages";

// Every page contains the nonce of its request, so none can be prerendered.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  get description() {
    return t("appDescription");
  },
  robots: { index: false },
  appleWebApp: { title: "Easel" },
};

const theme = async () => readTheme((await cookies()).get(THEME_COOKIE)?.value);

export async function generateViewport(): Promise<Viewport> {
  return {
    width: "device-width",
    initialScale: 1,
    viewportFit: "cover",
    interactiveWidget: "resizes-content",
    colorScheme: schemeOf(await theme()),
    themeColor: themeColorOf(await theme()),
  };
}

/** Returns the page's background in sRGB, which browsers use for their own UI. */
function themeColorOf(theme: Theme): Viewport["themeColor"] {
  const [light, dark] = palette.paper;
  if (theme !== "system") return theme === "dark" ? dark : light;
  return [
    { media: "(prefers-color-scheme: light)", color: light },
    { media: "(prefers-color-scheme: dark)", color: dark },
  ];
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const chosen = await theme();
  const locale = currentLocale();
  const sandboxHost = env().EASEL_SANDBOX_HOST;
  return (
    <html lang={locale} data-theme={chosen === "system" ? undefined : chosen}>
      {sandboxHost && <meta name={SANDBOX_META} content={sandboxHost} />}
      <body>
        <LocaleBoundary locale={locale}>
          <AgentBase base={await pageBase()}>
            <QueriesProvider>
              <PinsProvider>{children}</PinsProvider>
            </QueriesProvider>
            <Fonts />
            <ScrollRestoration />
          </AgentBase>
        </LocaleBoundary>
      </body>
    </html>
  );
}
