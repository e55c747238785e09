import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { onAttach } from "@/components/client/attach-file";
import { fillComposer } from "@/components/client/fill-composer";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { StoredFile } from "@/lib/shared/files";
import type { ServerView } from "@/lib/shared/mcp/view";
import { FromServer } from "./from-server";

const shelf: ServerView = {
  ...{ id: "shelf", title: "Shelf", transport: "http", url: "https://shelf.example/mcp", command: null },
  ...{ args: [], headers: [], env: [], enabled: true, status: "connected", error: null, instructions: null },
  ...{
    protocolVersion: null,
    connectedAt: null,
    tools: [],
    leftOut: [],
    mended: [],
    newInstructions: null,
    tokens: 0,
    changes: [],
  },
  ...{ resources: true, prompts: false },
};
const file: StoredFile = {
  ...{ id: "f1", name: "notes.md", mediaType: "text/markdown", size: 7, width: null, height: null },
  ...{ origin: "upload", prompt: null, description: null, model: null, sourceId: null, conversationId: null },
  ...{ createdAt: "2026-11-24T12:00:00.000Z", url: "/api/files/f1", readAs: null },
};

const taken: string[] = [];
onAttach(({ name }) => taken.push(name));
afterEach(() => {
  taken.length = 0;
});

function Field() {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <textarea
        ref={field}
        aria-label="Message"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FromServer text={text} field={field} onChange={setText} />
    </>
  );
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Message");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const serving = () =>
  new FakeServer()
    .on("GET /api/mcp", () => ({ servers: [shelf] }))
    .on("GET /api/mcp/shelf/resources", () => ({
      resources: [{ uri: "note://1", title: "Notes", description: null, mediaType: null }],
      hasMore: false,
    }));

it("the message field attaches the resource chosen after typing @server: and shows errors", async () => {
  const server = serving().on("POST /api/mcp/shelf/resources", () => refusal(503, "Shelf is not connected."));
  drawPage(<Field />, { server });
  type("Look at @shelf:");
  fireEvent.click(await screen.findByText("Notes"));
  await screen.findByText("Shelf is not connected.");
  server.on("POST /api/mcp/shelf/resources", () => ({ files: [file] }));
  fireEvent.click(screen.getByText("Notes"));
  await waitFor(() => expect(taken).toEqual(["notes.md"]));
  expect(field().value).toBe("Look at ");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("the message field keeps the text for an unknown server or when the user dismisses the picker", async () => {
  const server = serving();
  drawPage(<Field />, { server });
  type("Dear @bob:");
  await waitFor(() => expect(server.count("GET /api/mcp")).toBe(1));
  expect(screen.queryByRole("dialog")).toBeNull();
  type("Dear @shelf:");
  fireEvent.keyDown(await screen.findByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(field().value).toBe("Dear @shelf:");
});

it("the message field appends a prompt to the text", () => {
  drawPage(<Field />);
  type("First. ");
  act(() => void fillComposer("Then."));
  expect(field().value).toBe("First.\n\nThen.");
});
