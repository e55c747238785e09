// Runs `next build` as a child process that exits with its parent, even if the parent was killed.
process.on("disconnect", () => process.exit(1));
process.argv.splice(2, Number.POSITIVE_INFINITY, "build");
await import("next/dist/bin/next");
