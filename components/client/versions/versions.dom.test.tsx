import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision, NOW } from "@/components/client/testing/samples";
import type { Revision } from "@/lib/shared/history";
import { VersionsTab } from "./versions-tab";
import { WrittenVersion } from "./written-version";

const contentOf = (version: number) => ({
  description: "Halves",
  code: `return ${version}`,
  parameter_schema: {},
  limits: {},
});

/** A server with these versions of the tool "half", two to a page. */
function serving(versions: () => Revision[]): FakeServer {
  const server = new FakeServer().on("GET /api/history", ({ url }) => {
    const cursor = Number(url.searchParams.get("cursor") ?? Number.POSITIVE_INFINITY);
    const below = versions().filter(({ version }) => version < cursor);
    const page = below.slice(0, 2);
    return { revisions: page, ...(below.length > 2 && { nextCursor: String(page.at(-1)?.version) }) };
  });
  for (let version = 1; version < 6; version++)
    server.on(`GET /api/history/${aRevision(version).id}`, () => ({
      ...aRevision(version),
      content: contentOf(version),
    }));
  return server;
}
const versionsOf = (...numbers: number[]) => numbers.map((number) => aRevision(number));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the versions of an item", () => {
  const tab = (initial: Revision[], nextCursor?: string) => (
    <VersionsTab
      kind="tool"
      name="half"
      live={3}
      initial={{ revisions: initial, nextCursor }}
      lines={{}}
      now={NOW}
    />
  );
  const shown = () =>
    within(screen.getByRole("list", { name: "Versions" }))
      .getAllByRole("button")
      .map((one) => one.textContent?.replace("Version ", ""))
      .join("");

  it("are refetched only on changes of the item, and keep loaded older ones", async () => {
    let versions = versionsOf(3, 2, 1);
    const { server, tell } = drawPage(tab(versionsOf(3, 2), "2"), { server: serving(() => versions) });
    expect(shown()).toBe("32");
    press("Show more");
    await waitFor(() => expect(shown()).toBe("321"));
    versions = versionsOf(4, 3, 2, 1);
    tell("history tool double");
    tell("history tool half");
    await waitFor(() => expect(shown()).toBe("4321"));
    expect(server.count("GET /api/history")).toBe(2);
  });

  it("are updated when the server renders the page with new ones", () => {
    const { rerender } = drawPage(tab(versionsOf(3, 2)), { server: serving(() => []) });
    rerender(tab(versionsOf(4, 3, 2)));
    expect(shown()).toBe("432");
  });

  it("show an error if older ones cannot be loaded", async () => {
    const server = new FakeServer().lose("GET /api/history");
    drawPage(tab(versionsOf(3, 2), "2"), { server });
    press("Show more");
    await waitFor(() => expect(notices()[0]).toMatch(/^Could not load\. Easel cannot be reached/));
    expect(shown()).toBe("32");
  });

  it("open a comparison, and closing it focuses the row again", async () => {
    drawPage(tab(versionsOf(3, 2)), { server: serving(() => versionsOf(3, 2)) });
    press("Version 3");
    const code = await screen.findByRole("region", { name: "Code" });
    expect(code.textContent).toContain("return 2");
    press("All versions");
    expect(document.activeElement?.textContent).toBe("Version 3");
  });
});

describe("a version that a call wrote", () => {
  const cause = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t" };
  const written = (version: number) => aRevision(version, { cause });
  const draw = (server: FakeServer) =>
    drawPage(<WrittenVersion item={{ kind: "tool", name: "half" }} messageId="m" toolCallId="t" />, {
      server,
    });

  it("is compared with the previous live version, and names the live version", async () => {
    let versions = [written(2), aRevision(1)];
    const { tell } = draw(serving(() => versions));
    const change = await screen.findByRole("region", { name: "Changes" });
    await waitFor(() => expect(change.textContent).toContain("return 1"));
    versions = [aRevision(3), written(2)];
    tell("history tool half");
    await screen.findByText("Version 3 is live");
  });

  it("is hidden if it cannot be loaded or does not exist", async () => {
    const lost = draw(new FakeServer().lose("GET /api/history"));
    await waitFor(() => expect(lost.container.textContent).toBe(""));
    lost.unmount();
    const other = draw(serving(() => versionsOf(2, 1)));
    await waitFor(() => expect(other.server.asked).toHaveLength(1));
    await waitFor(() => expect(other.container.querySelector("*")).toBeNull());
  });
});

describe("one version", () => {
  const initial = [
    aRevision(3),
    aRevision(2, { live: false, failure: "It divides by zero." }),
    aRevision(1, { failure: "<b>It</b> is slow." }),
  ];
  const open = (version: number, server = serving(() => initial)) => {
    const tab = (
      <VersionsTab kind="tool" name="half" live={3} initial={{ revisions: initial }} lines={{}} now={NOW} />
    );
    const page = drawPage(tab, { server });
    press(`Version ${version}`);
    return page;
  };
  const restoreOf = (version: number) => `POST /api/history/${aRevision(version).id}/restore`;
  const status = () => screen.getByRole("status").textContent;

  it("is restored once and shows its new version number", async () => {
    const { server, router } = open(1);
    server.on(restoreOf(1), () => ({ ...aRevision(4), content: null }));
    press("Restore version 1");
    expect(status()).toBe("Testing and restoring");
    press("Restore version 1");
    await waitFor(() => expect(status()).toBe("Restored as version 4."));
    expect(server.count(restoreOf(1))).toBe(1);
    expect(router.refresh).toHaveBeenCalledOnce();
  });

  it("that fails its test is restored only after confirmation", async () => {
    const { server } = open(2);
    const sent: unknown[] = [];
    server.on(restoreOf(2), ({ body }) => {
      sent.push(body);
      return refusal(422, "It was tried out.", {
        gate: { verdict: "failed", message: "It divides by zero." },
      });
    });
    press("Restore version 2");
    await waitFor(() => expect(status()).toBe("Not restored. Failed its test: It divides by zero."));
    server.on(restoreOf(2), ({ body }) => {
      sent.push(body);
      return { ...aRevision(4), content: null };
    });
    press("Restore anyway");
    await waitFor(() => expect(status()).toBe("Restored as version 4."));
    expect(sent).toEqual([{}, { accept: true }]);
    expect(screen.queryByRole("button", { name: "Restore anyway" })).toBeNull();
  });

  it("is not restored over a newer live version or while Easel is unreachable", async () => {
    const { server } = open(1);
    server.on(restoreOf(1), () => refusal(409, "Live by now.", { version: 4 }));
    press("Restore version 1");
    await waitFor(() => expect(status()).toMatch(/^Not restored\. Another version went live\./));
    server.lose(restoreOf(1));
    press("Restore version 1");
    await waitFor(() => expect(status()).toMatch(/^Not restored\. Easel cannot be reached/));
  });

  it("shows its failure as plain text and whether it was accepted anyway", () => {
    const { unmount } = open(2);
    screen.getByText("Failed its test: It divides by zero.");
    unmount();
    open(1);
    screen.getByText("Accepted, failed its test: <b>It</b> is slow.");
  });

  it("is compared with the previous version or with any other", async () => {
    open(3);
    const code = () => screen.findByRole("region", { name: "Code" });
    expect((await code()).textContent).toContain("return 2");
    fireEvent.change(screen.getByRole("combobox", { name: "Compare with" }), {
      target: { value: aRevision(1).id },
    });
    await waitFor(async () => expect((await code()).textContent).toContain("return 1"));
    expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
  });

  it("shows an error if it cannot be loaded, and retries", async () => {
    const server = serving(() => initial).lose(`GET /api/history/${aRevision(2).id}`);
    open(3, server);
    const again = await screen.findByRole("button", { name: "Try again" });
    server.on(`GET /api/history/${aRevision(2).id}`, () => ({ ...aRevision(2), content: contentOf(2) }));
    fireEvent.click(again);
    await screen.findByRole("region", { name: "Code" });
  });
});
