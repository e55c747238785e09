import { describe, expect, it } from "vitest";
import { frameAddress } from "./address";

const at = (url: string, wildcard?: string) => frameAddress(new URL(url), "x1", wildcard);

describe("frameAddress", () => {
  it("uses a separate host name on loopback, under any name of the machine", () => {
    expect(at("http://localhost:3000/chat")).toBe("http://s-x1.localhost:3000/sandbox");
    expect(at("http://127.0.0.1:3000/")).toBe("http://s-x1.localhost:3000/sandbox");
    expect(at("http://[::1]:3000/")).toBe("http://s-x1.localhost:3000/sandbox");
  });

  it("uses a name under the configured sandbox host", () => {
    expect(at("https://easel.example.com/", "*.sandbox.example.com")).toBe(
      "https://s-x1.sandbox.example.com/sandbox",
    );
  });

  it("falls back to the page's host name", () => {
    expect(at("https://easel.example.com:8443/")).toBe("https://easel.example.com:8443/sandbox");
    expect(at("http://192.168.1.5:3000/")).toBe("http://192.168.1.5:3000/sandbox");
    expect(at("http://127.0.0.1.evil.example/")).toBe("http://127.0.0.1.evil.example/sandbox");
  });
});
