import { expect, test } from "vitest";
import { frameSources } from "./frame-sources";

test("frameSources of a page on this machine allows hosts below localhost and the page's own host", () => {
  expect(frameSources("localhost:3000")).toEqual([
    "http://*.localhost:3000/sandbox",
    "http://localhost:3000/sandbox",
  ]);
  expect(frameSources("127.0.0.1:3000")[0]).toBe("http://*.localhost:3000/sandbox");
  expect(frameSources("[::1]:3000")).toEqual(["http://*.localhost:3000/sandbox"]);
});

test("frameSources of a page elsewhere allows hosts below the sandbox host and the page's own host", () => {
  expect(frameSources("easel.example.com", "*.sandbox.example.com")).toEqual([
    "http://*.sandbox.example.com/sandbox",
    "http://easel.example.com/sandbox",
  ]);
  expect(frameSources("192.168.1.5:3000")).toEqual(["http://192.168.1.5:3000/sandbox"]);
});
