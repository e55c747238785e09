import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import { FromWeb } from "./from-web";

const markOf = (name: string, ...origins: string[]) => ({ kind: "tool", name, origins, since: NOW });
const serving = (...origins: string[]): FakeServer =>
  new FakeServer().on("GET /api/origins", ({ url }) => ({
    marks: origins.length > 0 ? [markOf(url.searchParams.get("name") ?? "", ...origins)] : [],
  }));
const mark = () => screen.findByRole("button", { name: /example\.com/ });

describe("the mark of web content", () => {
  it("is not shown without origins or when loading fails", async () => {
    const { container, server } = drawPage(<FromWeb kind="tool" name="half" />, { server: serving() });
    await waitFor(() => expect(server.asked).toEqual(["GET /api/origins?kind=tool&name=half"]));
    expect(container.textContent).toBe("");
    const lost = drawPage(<FromWeb kind="tool" name="half" />, {
      server: new FakeServer().lose("GET /api/origins"),
    });
    await waitFor(() => expect(lost.server.asked).toHaveLength(1));
    expect(lost.container.textContent).toBe("");
  });

  it("appears after a change that adds an origin", async () => {
    const server = serving();
    const { tell } = drawPage(<FromWeb kind="tool" name="half" />, { server });
    await waitFor(() => expect(server.asked).toHaveLength(1));
    server.on("GET /api/origins", () => ({ marks: [markOf("half", "https://example.com")] }));
    tell("history tool half");
    await mark();
  });

  it("is requested once, even if the page shows it several times", async () => {
    const { server } = drawPage(
      <>
        <FromWeb kind="tool" name="half" />
        <FromWeb kind="tool" name="half" />
      </>,
      { server: serving("https://example.com") },
    );
    await waitFor(() => expect(screen.getAllByRole("button")).toHaveLength(2));
    expect(server.asked).toHaveLength(1);
  });

  it("disappears when the user trusts the item, and stays with an error if the request is rejected", async () => {
    const server = serving("https://example.com").on("DELETE /api/origins", () =>
      refusal(500, "The disk is full."),
    );
    drawPage(<FromWeb kind="tool" name="half" />, { server });
    fireEvent.click(await mark());
    fireEvent.click(await screen.findByRole("button", { name: "Trust this" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("The disk is full."));
    server
      .on("DELETE /api/origins", () => ({}))
      .on("GET /api/origins", () => ({ marks: [], trusted: [markOf("half", "https://example.com")] }));
    fireEvent.click(screen.getByRole("button", { name: "Trust this" }));
    await waitFor(() => expect(screen.queryByText("Trust this")).toBeNull());
    expect(screen.queryByRole("button", { name: /example\.com/ })).toBeNull();
  });

  it("returns when the user takes the trust back", async () => {
    const server = new FakeServer()
      .on("GET /api/origins", () => ({ marks: [], trusted: [markOf("half", "https://example.com")] }))
      .on("POST /api/origins", () => refusal(500, "The disk is full."));
    drawPage(<FromWeb kind="tool" name="half" />, { server });
    fireEvent.click(await screen.findByRole("button", { name: "Trusted" }));
    screen.getByText("Contains text from example.com. Conversations that read it do not ask.");
    fireEvent.click(await screen.findByRole("button", { name: "Distrust" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("The disk is full."));
    server
      .on("POST /api/origins", () => ({ marked: true }))
      .on("GET /api/origins", () => ({ marks: [markOf("half", "https://example.com")] }));
    fireEvent.click(screen.getByRole("button", { name: "Distrust" }));
    await mark();
  });
});
