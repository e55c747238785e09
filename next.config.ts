import type { NextConfig } from "next";

const config: NextConfig = {
  // Each build has a folder of its own: a start must not overwrite what another one serves.
  distDir: process.env.EASEL_DIST_DIR ?? ".next",
  reactStrictMode: true,
  poweredByHeader: false,
  // Pages and scripts; the front server keeps it away from the API.
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
  // Types are a stage of `npm run check`. Next edits the tsconfig that it is given unless that one extends another.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.build.json" },
  experimental: {
    // Measured: loading every page at the start held the event loop for seconds and 130 MB, whatever was asked for.
    preloadEntriesOnStart: false,
    // Measured: half the time to build, and stack traces of the server that can be read as they are.
    turbopackFileSystemCacheForBuild: false,
    turbopackMinify: { server: false, client: true, edge: false },
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
};

export default config;
