import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aRevision, NOW } from "@/components/client/testing/samples";
import { TextPage } from "./text-page";
import "@/components/client/versions/conflict";

const version = (number: number) =>
  aRevision(number, { kind: "system_prompt", name: "system_prompt", author: "person" });
const versionsOf = (...numbers: number[]) => ({ revisions: numbers.map(version) });

function Page({ content = "Be terse.", number = 2 }) {
  return (
    <TextPage
      kind="system_prompt"
      title="System prompt"
      about="What it is told."
      placeholder="Nothing yet"
      initial={{ content, version: number }}
      versions={versionsOf(2, 1)}
      lines={{}}
      now={NOW}
    />
  );
}

const serving = (...numbers: number[]): FakeServer =>
  new FakeServer()
    .on("GET /api/origins", () => ({ marks: [] }))
    .on("GET /api/history", () => versionsOf(...numbers));
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "System prompt" });
const write = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const versions = () =>
  within(screen.getByRole("list", { name: "Versions" }))
    .getAllByRole("button")
    .map((one) => one.textContent);

beforeEach(() => localStorage.clear());

describe("the prompt", () => {
  it("is saved as the next version and refreshes the page", async () => {
    const sent: unknown[] = [];
    const server = serving(3, 2, 1).on("PUT /api/prompt", ({ body }) => {
      sent.push(body);
      return { content: "Be kind.", version: 3 };
    });
    const { router, tell } = drawPage(<Page />, { server });
    write("Be kind.");
    press("Save");
    await screen.findByText("Saved as version 3");
    expect(sent).toEqual([{ content: "Be kind.", version: 2 }]);
    expect(router.refresh).toHaveBeenCalledOnce();
    tell("history system_prompt system_prompt");
    await waitFor(() => expect(versions()).toEqual(["Version 3", "Version 2", "Version 1"]));
  });

  it("is not saved over a concurrent version, and can be discarded", async () => {
    const server = serving(3, 2, 1).on("PUT /api/prompt", ({ body }) =>
      JSON.stringify(body).includes('"version":3')
        ? { content: "Mine.", version: 4 }
        : refusal(409, "Version 3 is live.", { version: 3 }),
    );
    server.on("GET /api/prompt", () => ({ content: "Theirs.", version: 3 }));
    drawPage(<Page />, { server });
    write("Mine.");
    press("Save");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
    expect(field().value).toBe("Mine.");
    press("Discard");
    expect(field().value).toBe("Theirs.");
  });

  it("is kept as a draft after a failed save and after leaving the page", async () => {
    const server = serving(2, 1).lose("PUT /api/prompt");
    const { unmount } = drawPage(<Page />, { server });
    write("Be kind.");
    press("Save");
    await screen.findByText(/^Not saved\. Easel cannot be reached/);
    unmount();
    drawPage(<Page />, { server });
    expect(field().value).toBe("Be kind.");
    press("Discard");
    expect(field().value).toBe("Be terse.");
  });
});

describe("editing the prompt", () => {
  const statuses = () => screen.getAllByRole("status").map((one) => one.textContent);

  it("saves by Ctrl+S, one request at a time, each based on the version saved before", async () => {
    const answer = gate<unknown>();
    const sent: unknown[] = [];
    const server = serving(3, 2, 1).on("PUT /api/prompt", ({ body }) => {
      sent.push(body);
      return answer.wait;
    });
    drawPage(<Page />, { server });
    const key = (init: KeyboardEventInit) => fireEvent.keyDown(field(), { key: "s", ...init });
    expect(key({ ctrlKey: true })).toBe(false);
    write("Be kind.");
    expect(key({})).toBe(true);
    expect(sent).toEqual([]);
    key({ metaKey: true });
    await screen.findByText("Saving");
    key({ ctrlKey: true });
    write("Be kind. Be brief.");
    answer.open({ content: "Be kind.", version: 3 });
    await screen.findByText("Not saved");
    expect(sent).toEqual([{ content: "Be kind.", version: 2 }]);
    server.on("PUT /api/prompt", ({ body }) => {
      sent.push(body);
      return { content: "Be kind. Be brief.", version: 4 };
    });
    key({ ctrlKey: true });
    await screen.findByText("Saved as version 4");
    expect(sent.at(1)).toEqual({ content: "Be kind. Be brief.", version: 3 });
  });

  it("counts characters and does not save a text that is too long", () => {
    const { server } = drawPage(<Page />, { server: serving(2, 1) });
    screen.getByText("9 characters");
    write("x".repeat(90_000));
    screen.getByText("90,000 of 100,000 characters");
    write("x".repeat(100_002));
    screen.getByText("2 characters too many");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    press("Save");
    fireEvent.keyDown(field(), { key: "s", ctrlKey: true });
    expect(server.count("PUT /api/prompt")).toBe(0);
  });

  it("overwrites a concurrent version only after confirmation, and sends that version as its base", async () => {
    const sent: unknown[] = [];
    const server = serving(3, 2, 1)
      .on("GET /api/prompt", () => ({ content: "Theirs.", version: 3 }))
      .on("PUT /api/prompt", ({ body }) => {
        sent.push(body);
        return sent.length === 1
          ? refusal(409, "Version 3 is live.", { version: 3 })
          : { content: "Mine.", version: 4 };
      });
    drawPage(<Page />, { server });
    write("Mine.");
    press("Save");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toMatch(/^Version 3 went live while you edited version 2/);
    fireEvent.keyDown(field(), { key: "s", ctrlKey: true });
    press("Save mine over it");
    await screen.findByText("Saved as version 4");
    expect(sent).toEqual([
      { content: "Mine.", version: 2 },
      { content: "Mine.", version: 3 },
    ]);
  });

  it("ignores an invalid draft in storage", () => {
    localStorage.setItem("easel:text:system_prompt", '{"content": 7}');
    drawPage(<Page />, { server: serving(2, 1) });
    expect(field().value).toBe("Be terse.");
    expect(statuses()).toContain("Version 2");
  });
});

describe("a change of the prompt elsewhere", () => {
  it("refreshes the page once for simultaneous changes, but not for changes of other items", async () => {
    const { router, tell } = drawPage(<Page />, { server: serving(2, 1) });
    tell("history tool half");
    tell("history system_prompt system_prompt");
    tell("history system_prompt system_prompt");
    await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
  });

  it("does not replace an unsaved draft", () => {
    const { rerender } = drawPage(<Page />, { server: serving(2, 1) });
    write("Mine.");
    rerender(<Page content="Theirs." number={3} />);
    expect(field().value).toBe("Mine.");
    press("Discard");
    expect(field().value).toBe("Theirs.");
  });
});
