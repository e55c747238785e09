import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { anImage } from "@/components/client/testing/samples";
import { useFileInfo } from "./use-file-info";

const ID = "00000000-0000-4000-8000-000000000001";
const URL = `/api/files/${ID}`;
const INFO = `GET ${URL}/info`;

function Info({ url = URL }: { url?: string }) {
  const info = useFileInfo(url);
  return <p role="status">{info === undefined ? "unknown" : info === "gone" ? "gone" : info.name}</p>;
}
const shown = () => screen.getAllByRole("status").map((one) => one.textContent);
const named = (name: string) => new FakeServer().on(INFO, () => ({ file: anImage(ID, { name }) }));

describe("stored file of a message", () => {
  it("is requested once despite remounting", async () => {
    const { rerender, server } = drawPage(
      <>
        <Info />
        <Info />
      </>,
      { server: named("fox.png") },
    );
    await waitFor(() => expect(shown()).toEqual(["fox.png", "fox.png"]));
    rerender(<p>scrolled away</p>);
    rerender(<Info />);
    expect(shown()).toEqual(["fox.png"]);
    expect(server.asked).toHaveLength(1);
  });

  it("follows changes of the file: read, deleted and restored", async () => {
    const server = named("fox.png");
    const { tell } = drawPage(<Info />, { server });
    await waitFor(() => expect(shown()).toEqual(["fox.png"]));
    server.on(INFO, () => refusal(404, "There is no such file."));
    tell("file another");
    tell(`file ${ID}`);
    await waitFor(() => expect(shown()).toEqual(["gone"]));
    server.on(INFO, () => ({ file: anImage(ID, { name: "fox.png" }) }));
    tell(`file ${ID}`);
    await waitFor(() => expect(shown()).toEqual(["fox.png"]));
    expect(server.asked).toHaveLength(3);
  });

  it("keeps its data while the server is unreachable and refetches on reconnect", async () => {
    const server = new FakeServer().lose(INFO);
    const { tell } = drawPage(<Info />, { server });
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(shown()).toEqual(["unknown"]);
    server.on(INFO, () => ({ file: anImage(ID, { name: "fox.png" }) }));
    tell(null);
    await waitFor(() => expect(shown()).toEqual(["fox.png"]));
    server.lose(INFO);
    tell(null);
    await waitFor(() => expect(server.asked).toHaveLength(3));
    expect(shown()).toEqual(["fox.png"]);
  });

  it("is undefined for other URLs", () => {
    const { server } = drawPage(<Info url="https://example.com/fox.png" />);
    expect(shown()).toEqual(["unknown"]);
    expect(server.asked).toEqual([]);
  });
});
