import type { NextConfig } from "next";

const config: NextConfig = {
  // Each build has a folder of its own: a start must never overwrite what another one serves.
  distDir: process.env.EASEL_DIST_DIR ?? ".next",
  reactStrictMode: true,
  poweredByHeader: false,
  // A compressed stream waits for a block to fill; the words of a run must not.
  compress: false,
  serverExternalPackages: ["postgres"],
  allowedDevOrigins: ["*.localhost"],
  images: { unoptimized: true },
  // Types are a stage of `npm run check`. The build notes its folder in a tsconfig of its own, not in ours.
  typescript: { ignoreBuildErrors: true, tsconfigPath: process.env.EASEL_TSCONFIG },
};

export default config;
