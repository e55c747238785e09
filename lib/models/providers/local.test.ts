import { expect, test } from "vitest";
import { isLocalAddress } from "./local";

test.each([
  "http://localhost:11434/v1",
  "http://127.0.0.1:1234",
  "http://[::1]:8080/v1",
  "http://10.1.2.3/v1",
  "http://172.31.0.1",
  "http://192.168.1.20:8000",
  "http://100.101.102.103:11434",
  "http://[fd00::5]:80",
  "http://[::ffff:127.0.0.1]",
  "http://nas.local/v1",
  "http://ollama:11434",
  "http://host.docker.internal:11434",
])("%s is local", (url) => {
  expect(isLocalAddress(url)).toBe(true);
});

test.each([
  "https://api.openai.com/v1",
  "http://8.8.8.8",
  "http://172.32.0.1",
  "http://[2606:4700::1111]",
  "http://localhost.example.com",
  "not an address",
])("%s is not local", (url) => {
  expect(isLocalAddress(url)).toBe(false);
});
