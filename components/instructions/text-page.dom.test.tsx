import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aRevision, NOW } from "@/components/client/testing/samples";
import { TextPage } from "./text-page";

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
      known={{ content, version: number }}
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

describe("the prompt, written by hand", () => {
  it("is saved as the next version, and the page is read again", async () => {
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

  it("is not written over where another version went live meanwhile, until the person decides", async () => {
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

  it("stays written where it could not be saved, and after the page was left", async () => {
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

describe("a prompt that is written elsewhere", () => {
  it("is read again, once for changes that come together, and for no other thing", async () => {
    const { router, tell } = drawPage(<Page />, { server: serving(2, 1) });
    tell("history tool half");
    tell("history system_prompt system_prompt");
    tell("history system_prompt system_prompt");
    await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
  });

  it("gives way to nothing that is being written", () => {
    const { rerender } = drawPage(<Page />, { server: serving(2, 1) });
    write("Mine.");
    rerender(<Page content="Theirs." number={3} />);
    expect(field().value).toBe("Mine.");
    press("Discard");
    expect(field().value).toBe("Theirs.");
  });
});
