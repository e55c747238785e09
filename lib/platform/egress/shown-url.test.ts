import { expect, test } from "vitest";
import { cpuMs } from "@/lib/ground/base/testing/cpu";
import { hostWithPort, shownUrl } from "./shown-url";

test("shownUrl removes credentials, fragment and keys", () => {
  const shown: Record<string, string> = {
    "https://ann:pw@example.com/a?q=bread#top": "https://example.com/a?q=bread",
    "http://a@b@evil.com/": "http://evil.com/",
    "https://x.com/?api_key=abc&q=keyword&page=2": "https://x.com/?api_key=…&q=keyword&page=2",
    "https://x.com/?accessToken=a%26b&X-Amz-Signature=ff&sig=z":
      "https://x.com/?accessToken=…&X-Amz-Signature=…&sig=…",
    "https://x.com/?%74oken=abc&keywords=key&author=auth":
      "https://x.com/?%74oken=…&keywords=key&author=auth",
    "https://x.com/?to=https%3A%2F%2Fy.com%2F%3Ftoken%3Dabc%26b%3D1":
      "https://x.com/?to=https%3A%2F%2Fy.com%2F%3Ftoken%3D…%26b%3D1",
    "https://x.com/?to=https%3A%2F%2Fann%3Apw%40y.com%2F": "https://x.com/?to=https%3A%2F%2Fy.com%2F",
    "https://x.com/?a=1;token=abc": "https://x.com/?a=1%3Btoken%3D…",
    "https://x.com/?at=10:30": "https://x.com/?at=10:30",
    "https://api.telegram.org/bot12345678:AAEabc/sendMessage":
      "https://api.telegram.org/bot12345678:…/sendMessage",
    "https://hooks.slack.com/services/T0/B0/abc": "https://hooks.slack.com/services/…",
    "https://x.com/a;jsessionid=12/b": "https://x.com/a;jsessionid=…/b",
    "https://x.com/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc": "https://x.com/…",
    "example.com:443": "example.com:443",
    "not an address\0\ud800": "not an address��",
  };
  for (const [url, expected] of Object.entries(shown)) expect(shownUrl(url)).toBe(expected);
});

test("shownUrl redacts a secret of this process anywhere", () => {
  process.env.BAKERY_API_KEY = "flour-and-water";
  expect(shownUrl("https://x.com/flour-and-water?q=flour-and-water")).toBe(
    "https://x.com/[hidden]?q=[hidden]",
  );
  delete process.env.BAKERY_API_KEY;
});

test("shownUrl truncates long addresses quickly", () => {
  expect(shownUrl(`https://x.com/?q=${"a".repeat(5_000_000)}`)).toHaveLength(2_000);
  expect(shownUrl(`https://x.com/?a=${"😀".repeat(2_000)}`).isWellFormed()).toBe(true);
  const took = cpuMs(() => {
    for (const nasty of ["?", "&a=", "%253Da%253D", ";=", "//@", ":@"])
      shownUrl(`https://x.com/?b=${nasty.repeat(20_000)}`);
  });
  expect(took).toBeLessThan(2_000);
});

test("hostWithPort returns the host, with a port other than the default", () => {
  expect(hostWithPort("https://Example.com/a")).toBe("example.com");
  expect(hostWithPort("http://example.com:8080")).toBe("example.com:8080");
  expect(hostWithPort("example.com:443")).toBe("example.com");
  expect(hostWithPort("[::1]:8080")).toBe("[::1]:8080");
  expect(hostWithPort("data:text/html,a")).toBe("");
  expect(hostWithPort("nothing at all")).toBe("");
});
