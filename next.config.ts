import type { NextConfig } from "next";

const config: NextConfig = {
  // A separate folder per build, so that a start does not overwrite a build that another one serves.
  distDir: process.env.EASEL_DIST_DIR ?? ".next",
  reactStrictMode: true,
  poweredByHeader: false,
  // For pages and scripts. The front server disables compression for the API.
  compress: true,
  serverExternalPackages: [
    "postgres",
    "esbuild",
    "isolated-vm",
    "@tailwindcss/oxide",
    "tailwindcss",
    "playwright",
    "web-push",
  ],
  // Measured: an eighth of the build's CPU time. Only standalone builds use the lists of files that each route reads.
  outputFileTracingExcludes: { "/**": ["**/*"] },
  allowedDevOrigins: ["*.localhost"],
  images: { unoptimized: true },
  redirects: async () => [{ source: "/api/docs", destination: "/settings/tokens/api", permanent: false }],
  // Former names of routes, until the next major version.
  rewrites: async () => [
    { source: "/api/history/moment", destination: "/api/history/at" },
    { source: "/api/chat/:id/divide", destination: "/api/chat/:id/end-session" },
  ],
  // Messages are compiled here, so browsers get no ICU parser.
  turbopack: {
    rules: { "**/lib/shared/i18n/{en,de}/*.ts": { loaders: ["./bin/messages-loader.mjs"], as: "*.js" } },
    resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" },
  },
  // `npm run check` checks types. Next.js edits its tsconfig unless that file extends another one.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.build.json" },
  experimental: {
    // Measured: preloading all pages blocked the event loop for seconds and took 130 MB.
    preloadEntriesOnStart: false,
    // Measured: half the build time. Without minification, server stack traces are readable.
    turbopackFileSystemCacheForBuild: false,
    turbopackMinify: { server: false, client: true, edge: false },
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
};

export default config;
