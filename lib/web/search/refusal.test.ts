import { expect, test } from "vitest";
import { findTarget } from "@/lib/platform/egress/target";
import { RequestAudit } from "@/lib/platform/egress/visit";
import { AppError } from "@/lib/shared/errors";
import { unreachable } from "./refusal";
import { searxng } from "./searxng";

const messageOf = (url: string, cause: AppError) => unreachable(searxng, url, cause).message;

async function refusedBy(url: string): Promise<AppError> {
  const visit = new RequestAudit({ caller: { agentId: "a" }, via: "fetch", method: "GET", url }, () => {});
  const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
  const signal = new AbortController().signal;
  return findTarget(url, { lookup, holes: [], signal, visit }).then(
    () => new AppError("internal", "It was let through."),
    (error) => error,
  );
}

test("explains how to allow the provider's own host if egress blocks it, with or without a trailing dot", async () => {
  for (const url of ["http://nas.lan:8888/search", "http://nas.lan.:8888/search"])
    expect(messageOf(url, await refusedBy(url))).toMatch(
      /refused\. Start Easel with EASEL_EGRESS_ALLOW=nas\.lan to/,
    );
});

test("does not explain how to allow a host for a similar message or another host", async () => {
  const worded = new AppError("forbidden", "nas.lan is not for robots. Ask its owner.");
  expect(messageOf("http://nas.lan/", worded)).toContain(`cannot be reached: ${worded.message}`);
  const other = await refusedBy("http://printer.lan/");
  expect(messageOf("http://nas.lan/", other)).toContain(`cannot be reached: ${other.message}`);
});
