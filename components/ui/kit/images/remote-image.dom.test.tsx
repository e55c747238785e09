import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { RemoteImage } from "./remote-image";

let count = 0;
const newUrl = () => `https://pictures${++count}.example/fox.png`;
const image = () => new Response(new Blob(["png"], { type: "image/png" }));

function draw(server: FakeServer, url = newUrl()) {
  vi.stubGlobal("fetch", server.fetch);
  const drawn = render(<RemoteImage url={url} alt="A fox" />);
  return { ...drawn, host: new URL(url).host, url };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => "blob:fox");
  URL.revokeObjectURL = vi.fn();
});

describe("an image of another server", () => {
  it("is not requested before the user confirms, and shows its full address", () => {
    const server = new FakeServer();
    const { url } = draw(server);
    screen.getByText(url);
    expect(server.asked).toEqual([]);
  });

  it("is loaded through the server, and its object URL is revoked on unmount", async () => {
    const server = new FakeServer().on("GET /api/images", image);
    const { host, url, unmount } = draw(server);
    press(`Show image from ${host}`);
    const shown = await screen.findByAltText<HTMLImageElement>("A fox");
    expect(shown.src).toBe("blob:fox");
    expect(server.asked).toEqual([`GET /api/images?${new URLSearchParams({ url })}`]);
    unmount();
    expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith("blob:fox");
  });

  it("shows an error if loading fails, and loads on retry", async () => {
    const server = new FakeServer().on("GET /api/images", () => refusal(415, "This is no image."));
    const { host } = draw(server);
    press(`Show image from ${host}`);
    await screen.findByText("This is no image.");
    server.lose("GET /api/images");
    press("Try again");
    await screen.findByText("Easel cannot be reached.");
    server.on("GET /api/images", image);
    press("Try again");
    await screen.findByAltText("A fox");
    expect(server.asked).toHaveLength(3);
  });

  it("creates no object URL if it unmounts while loading", async () => {
    const later = gate<Response>();
    const server = new FakeServer().on("GET /api/images", () => later.wait);
    const { host, unmount } = draw(server);
    press(`Show image from ${host}`);
    unmount();
    later.open(image());
    await later.wait;
    expect(URL.createObjectURL).not.toHaveBeenCalled();
  });

  it("loads without confirmation from a host that is always allowed", async () => {
    const server = new FakeServer().on("GET /api/images", image);
    const { host } = draw(server);
    press(`Always from ${host}`);
    await screen.findByAltText("A fox");
    render(<RemoteImage url={`https://${host}/bear.png`} alt="A bear" />);
    await waitFor(() => screen.getByAltText("A bear"));
  });
});
