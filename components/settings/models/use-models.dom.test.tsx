import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { ModelsView } from "@/lib/shared/settings";
import { useModels } from "./use-models";

const viewOf = (name: string): ModelsView => ({
  models: [],
  images: [],
  embeddings: [],
  transcription: [],
  speech: [],
  default: name,
  problems: [],
});
const serving = (name: () => string): FakeServer =>
  new FakeServer().on("GET /api/models", () => viewOf(name()));

function Models({ initial = null, isWanted }: { initial?: ModelsView | null; isWanted?: boolean }) {
  const { view, problem, reload } = useModels(initial, isWanted);
  return (
    <button type="button" onClick={() => void reload()}>
      {`${view?.default ?? "unknown"} ${problem ?? ""}`.trim()}
    </button>
  );
}
const shown = () => screen.getByRole("button").textContent;

describe("useModels", () => {
  it("uses the initial data without a request", async () => {
    const { server } = drawPage(<Models initial={viewOf("a/one")} />, { server: serving(() => "a/two") });
    expect(shown()).toBe("a/one");
    fireEvent.click(screen.getByRole("button"));
    await waitFor(() => expect(shown()).toBe("a/two"));
    expect(server.asked).toHaveLength(1);
  });

  it("requests the models once they are wanted, and again each time", async () => {
    let name = "a/one";
    const { rerender, server } = drawPage(<Models isWanted={false} />, { server: serving(() => name) });
    expect([shown(), server.asked.length]).toEqual(["unknown", 0]);
    rerender(<Models isWanted />);
    await waitFor(() => expect(shown()).toBe("a/one"));
    rerender(<Models isWanted={false} />);
    name = "a/two";
    rerender(<Models isWanted />);
    expect(shown()).toBe("a/one");
    await waitFor(() => expect(shown()).toBe("a/two"));
  });

  it("returns the error if loading fails, and keeps the previous data", async () => {
    const server = serving(() => "a/one");
    drawPage(<Models />, { server });
    await waitFor(() => expect(shown()).toBe("a/one"));
    server.on("GET /api/models", () => refusal(502, "No provider answers."));
    fireEvent.click(screen.getByRole("button"));
    await waitFor(() => expect(shown()).toBe("a/one No provider answers."));
  });
});
