import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { onAttach } from "@/components/client/attach-file";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { anImage } from "@/components/client/testing/samples";
import type { ToolPart } from "@/lib/shared/chat/parts";
import type { StoredFile } from "@/lib/shared/files";
import { ImageCalls } from "./image-calls";

const ID = "11111111-1111-4111-8111-111111111111";
const URL = `/api/files/${ID}`;
const READ = `GET /api/files/${ID}/info`;
const MADE = { mediaId: ID, url: URL, description: "A fox in the snow", width: 4, height: 3 };

const call = (rest: Partial<ToolPart> = {}): ToolPart => ({
  ...{ toolName: "generate_image", toolCallId: "1", state: "output-available", input: {}, output: MADE },
  ...{ errorText: undefined, isApproved: undefined, edited: undefined },
  ...rest,
});

const draw = (tools: ToolPart[], { isLive = false, server = new FakeServer() } = {}) =>
  drawPage(<ImageCalls tools={tools} isLive={isLive} />, { server });
const edit = () => fireEvent.click(screen.getByRole("button", { name: "Edit this" }));

describe("an image made by a call", () => {
  it("has its description as alt text, and can be enlarged and downloaded", () => {
    draw([call()]);
    screen.getByRole("button", { name: "Enlarge: A fox in the snow" });
    expect(screen.getByRole("img", { name: "A fox in the snow" }).getAttribute("src")).toBe(URL);
    const link = screen.getByRole("link", { name: "Download image" });
    expect(link.getAttribute("href")).toBe(`${URL}?download=1`);
  });

  it("is attached to the next message, or shows an error", async () => {
    const attached: StoredFile[] = [];
    const leave = onAttach((file) => attached.push(file));
    const server = new FakeServer().on(READ, () => refusal(404, "This image was deleted."));
    draw([call()], { server });
    edit();
    expect((await screen.findByRole("alert")).textContent).toBe("This image was deleted.");
    server.lose(READ);
    edit();
    await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/^Easel cannot be reached/));
    expect(attached).toEqual([]);
    const image = anImage(ID);
    server.on(READ, () => ({
      ...{ file: image, messageId: null, conversation: null, source: null, edits: [] },
    }));
    edit();
    await waitFor(() => expect(attached.map(({ id }) => id)).toEqual([ID]));
    expect(screen.queryByRole("alert")).toBeNull();
    leave();
  });

  it("shows a placeholder without actions if the file cannot be loaded", () => {
    draw([call()]);
    fireEvent.error(screen.getByRole("img", { name: "A fox in the snow" }));
    screen.getByText(/Image deleted or unreachable/);
    expect(screen.queryByRole("button", { name: "Edit this" })).toBeNull();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("has a placeholder only while the run is live", () => {
    const making = [call({ state: "input-available", output: undefined })];
    const { rerender } = draw(making, { isLive: true });
    screen.getByRole("figure");
    rerender(<ImageCalls tools={making} isLive={false} />);
    expect(screen.queryByRole("figure")).toBeNull();
  });

  it("is not rendered for foreign URLs or invalid outputs", () => {
    const outputs = [
      { ...MADE, url: "https://example.com/track.png" },
      { ...MADE, url: "javascript:alert(1)" },
      { ...MADE, width: 0 },
      { error: "The provider is away." },
      null,
    ];
    const { container } = draw([
      ...outputs.map((output) => call({ output })),
      call({ toolName: "fetch_page" }),
    ]);
    expect(container.innerHTML).toBe("");
  });

  it("is rendered for each call, even if two calls have the same id", () => {
    draw([call(), call({ output: { ...MADE, description: "A hare" } })]);
    screen.getByRole("img", { name: "A fox in the snow" });
    screen.getByRole("img", { name: "A hare" });
  });
});
