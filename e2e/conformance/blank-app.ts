import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { output } from "./registry.ts";

const CREATE = "create-next-app@16.4.3";
const OPTIONS =
  "--ts --tailwind --app --no-eslint --no-src-dir --empty --use-npm --disable-git --yes --no-react-compiler";
/** The packages that `shadcn init` installs. */
const PACKAGES = ["class-variance-authority", "clsx", "lucide-react", "radix-ui", "tailwind-merge"];

/** Makes a Next.js app as `create-next-app` and `shadcn init` do. Returns its folder. */
export async function blankApp(folder: string): Promise<string> {
  const app = join(folder, "app");
  const options = [...OPTIONS.split(" "), "--import-alias", "@/*"];
  const created = await output("npx", ["--yes", CREATE, "app", ...options], folder);
  if (created.code !== 0) throw new Error(created.text);
  const installed = await output("npm", ["install", "--no-audit", "--no-fund", ...PACKAGES], app);
  if (installed.code !== 0) throw new Error(installed.text);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    writeFileSync(join(app, path), text);
  };
  write("components.json", JSON.stringify(CONFIG, null, 2));
  write("lib/utils.ts", UTILS);
  write("app/globals.css", STYLES);
  return app;
}

/** Adds a page for each component, which renders it without props as `/NAME`. */
export function pagesFor(app: string, names: readonly string[]): void {
  for (const name of names) {
    const folder = join(app, "app", name);
    mkdirSync(folder, { recursive: true });
    const page = THROWING.has(name) ? CLIENT_PAGE : PAGE;
    writeFileSync(join(folder, "page.tsx"), page.replaceAll("NAME", name));
  }
}

/** Samples that throw on purpose, which stops the prerendering of a page. */
const THROWING = new Set(["error-boundary", "public-imports"]);

const CLIENT_PAGE = `"use client";

import dynamic from "next/dynamic";

const Component = dynamic(() => import("@/components/easel/NAME"), { ssr: false });

export default function Page() {
  return <main data-name="NAME"><Component /></main>;
}
`;

const PAGE = `import { Suspense } from "react";
import Component from "@/components/easel/NAME";

export default function Page() {
  return <main data-name="NAME"><Suspense><Component /></Suspense></main>;
}
`;

const CONFIG = {
  $schema: "https://ui.shadcn.com/schema.json",
  style: "new-york-v4",
  rsc: true,
  tsx: true,
  tailwind: { config: "", css: "app/globals.css", baseColor: "neutral", cssVariables: true, prefix: "" },
  iconLibrary: "lucide",
  aliases: {
    components: "@/components",
    utils: "@/lib/utils",
    ui: "@/components/ui",
    lib: "@/lib",
    hooks: "@/hooks",
  },
};

const UTILS = `import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

export function cn(...inputs: ClassValue[]) {
  return twMerge(clsx(inputs));
}
`;

const SHADES: Record<string, readonly [light: string, dark: string]> = {
  background: ["oklch(1 0 0)", "oklch(0.145 0 0)"],
  foreground: ["oklch(0.145 0 0)", "oklch(0.985 0 0)"],
  card: ["oklch(1 0 0)", "oklch(0.205 0 0)"],
  "card-foreground": ["oklch(0.145 0 0)", "oklch(0.985 0 0)"],
  popover: ["oklch(1 0 0)", "oklch(0.205 0 0)"],
  "popover-foreground": ["oklch(0.145 0 0)", "oklch(0.985 0 0)"],
  primary: ["oklch(0.205 0 0)", "oklch(0.922 0 0)"],
  "primary-foreground": ["oklch(0.985 0 0)", "oklch(0.205 0 0)"],
  secondary: ["oklch(0.97 0 0)", "oklch(0.269 0 0)"],
  "secondary-foreground": ["oklch(0.205 0 0)", "oklch(0.985 0 0)"],
  muted: ["oklch(0.97 0 0)", "oklch(0.269 0 0)"],
  "muted-foreground": ["oklch(0.556 0 0)", "oklch(0.708 0 0)"],
  accent: ["oklch(0.97 0 0)", "oklch(0.269 0 0)"],
  "accent-foreground": ["oklch(0.205 0 0)", "oklch(0.985 0 0)"],
  destructive: ["oklch(0.577 0.245 27.325)", "oklch(0.704 0.191 22.216)"],
  border: ["oklch(0.922 0 0)", "oklch(1 0 0 / 10%)"],
  input: ["oklch(0.922 0 0)", "oklch(1 0 0 / 15%)"],
  ring: ["oklch(0.708 0 0)", "oklch(0.556 0 0)"],
  "chart-1": ["oklch(0.646 0.222 41.116)", "oklch(0.488 0.243 264.376)"],
  "chart-2": ["oklch(0.6 0.118 184.704)", "oklch(0.696 0.17 162.48)"],
  "chart-3": ["oklch(0.398 0.07 227.392)", "oklch(0.769 0.188 70.08)"],
  "chart-4": ["oklch(0.828 0.189 84.429)", "oklch(0.627 0.265 303.9)"],
  "chart-5": ["oklch(0.769 0.188 70.08)", "oklch(0.645 0.246 16.439)"],
};
const linesOf = (each: (name: string, shades: readonly [string, string]) => string) =>
  Object.entries(SHADES)
    .map(([name, shades]) => `  ${each(name, shades)};`)
    .join("\n");

/** The stylesheet that \`shadcn init\` writes for Tailwind CSS 4. */
const STYLES = `@import "tailwindcss";

@custom-variant dark (&:is(.dark *));

@theme inline {
${linesOf((name) => `--color-${name}: var(--${name})`)}
  --radius-sm: calc(var(--radius) - 4px);
  --radius-md: calc(var(--radius) - 2px);
  --radius-lg: var(--radius);
  --radius-xl: calc(var(--radius) + 4px);
}

:root {
  --radius: 0.625rem;
${linesOf((name, [light]) => `--${name}: ${light}`)}
}

.dark {
${linesOf((name, [, dark]) => `--${name}: ${dark}`)}
}

@layer base {
  * {
    @apply border-border outline-ring/50;
  }
  body {
    @apply bg-background text-foreground;
  }
}
`;
