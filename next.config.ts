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
  allowedDevOrigins: ["*.localhost"],
  images: { unoptimized: true },
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
