// Runs `next build` as a child that ends with its parent, even when that was killed.
process.on("disconnect", () => process.exit(1));
process.argv.splice(2, Number.POSITIVE_INFINITY, "build");
await import("next/dist/bin/next");
