const start = performance.now();

export function say(line: string): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${seconds.padStart(6)} s  ${line}\n`);
}
