import { beforeEach, expect, test, vi } from "vitest";
import { NEEDS_PAGE, PAGE_HEADER } from "@/lib/shared/page-proof";
import { answerWith, refusal } from "./testing/fake-server";

let client: typeof import("./request");
beforeEach(async () => {
  vi.resetModules();
  client = await import("./request");
});

/** Answers as a server that accepts only the newest proof for changes of tools. */
function serve() {
  const sent: string[] = [];
  let [issued, accepted] = [0, 0];
  answerWith((async (path: string, init: RequestInit = {}) => {
    const proof = new Headers(init.headers).get(PAGE_HEADER);
    sent.push([init.method ?? "GET", path, ...(proof === null ? [] : [proof])].join(" "));
    if (path === "/api/page") return Response.json({ proof: `proof ${++issued}` });
    if (init.method !== "PATCH" || proof === `proof ${accepted}`) return Response.json({});
    return refusal(403, "Only a page of Easel may do this.", NEEDS_PAGE);
  }) as typeof fetch);
  return {
    sent,
    accept: (nth: number) => {
      accepted = nth;
    },
  };
}
const change = () =>
  client.request("/api/tools/half", { method: "PATCH", ...client.jsonBody({ policy: "ask" }) });

test("gets a proof of the page when the server needs one, and keeps it", async () => {
  const { sent, accept } = serve();
  accept(1);
  await client.request("/api/tools");
  await client.request("/api/notes", { method: "PUT", ...client.jsonBody({}) });
  await change();
  await change();
  expect(sent).toEqual([
    "GET /api/tools",
    "PUT /api/notes",
    "PATCH /api/tools/half",
    "POST /api/page",
    "PATCH /api/tools/half proof 1",
    "PATCH /api/tools/half proof 1",
  ]);
});

test("repeats a request with a new proof if the server no longer accepts the old one", async () => {
  const { sent, accept } = serve();
  accept(1);
  await change();
  accept(2);
  await change();
  expect(sent.slice(3)).toEqual([
    "PATCH /api/tools/half proof 1",
    "POST /api/page",
    "PATCH /api/tools/half proof 2",
  ]);
});

test("throws the server's error if a new proof does not help", async () => {
  const { accept } = serve();
  accept(9);
  await expect(change()).rejects.toMatchObject({ status: 403, message: "Only a page of Easel may do this." });
});
