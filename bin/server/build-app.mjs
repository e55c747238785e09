// Builds the app as a child process that exits with its parent. In a server, the bundler's memory would stay in use.
process.on("disconnect", () => process.exit(1));
const [root, distDir] = process.argv.slice(2);
const { buildApp } = await import("./build-app.ts");
try {
  await buildApp(root, distDir);
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
