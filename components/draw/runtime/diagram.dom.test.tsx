import { act, render, screen, waitFor } from "@testing-library/react";
import { Component, type ReactNode, Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ToPage } from "@/lib/shared/frame/protocol";

const sent: ToPage[] = [];
vi.mock("./port", () => ({
  send: (message: ToPage) => void sent.push(message),
  sendLarge: (message: ToPage) => void sent.push(message),
}));
const mermaid = vi.hoisted(() => ({ initialize: vi.fn(), render: vi.fn() }));
vi.mock("mermaid", () => ({ default: mermaid }));
vi.stubGlobal("UserActivation", class {});
const { default: Diagram } = await import("./diagram");

const drawingOf = (source: string) =>
  `<svg viewBox="0 0 800 40"><a href="https://example.com" xlink:href="https://example.com"><text>${source}</text></a></svg>`;

beforeEach(() => {
  sent.length = 0;
  mermaid.initialize.mockReset();
  mermaid.render
    .mockReset()
    .mockImplementation(async (_: string, source: string) => ({ svg: drawingOf(source) }));
  document.documentElement.dataset.theme = "light";
  vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([new DOMRect()] as never);
  Object.defineProperty(document, "fonts", { configurable: true, value: { load: async () => [] } });
});

class Failing extends Component<{ children: ReactNode }> {
  override state = { message: "" };
  static getDerivedStateFromError = ({ message }: Error) => ({ message });
  override render = () =>
    this.state.message ? <p role="alert">{this.state.message}</p> : this.props.children;
}

const draw = (diagram: ReactNode) =>
  act(async () =>
    render(
      <Failing>
        <Suspense fallback="Drawing">{diagram}</Suspense>
      </Failing>,
    ),
  );
const lastConfig = () => mermaid.initialize.mock.lastCall?.[0];

it("a diagram is a named image with its size and without links", async () => {
  await draw(<Diagram source="one, two" title="Steps" />);
  const image = await screen.findByRole("img", { name: "Steps" });
  const link = image.querySelector("a");
  expect(link?.textContent).toBe("one, two");
  expect(link?.getAttributeNames()).toEqual([]);
  expect(image.querySelector("svg")?.getAttribute("width")).toBe("800");
  expect(sent).toEqual([]);
});

it("Mermaid's settings are strict, and a directive cannot change them", async () => {
  await draw(<Diagram source="strict" />);
  await screen.findByRole("img", { name: "Diagram" });
  expect(lastConfig()).toMatchObject({ securityLevel: "strict", htmlLabels: false });
  for (const name of ["secure", "securityLevel", "htmlLabels", "themeCSS", "dompurifyConfig", "maxTextSize"])
    expect(lastConfig().secure).toContain(name);
});

it("a diagram is drawn again on a new theme, but not when it is mounted again unchanged", async () => {
  const { rerender, container } = await draw(<Diagram source="themed" />);
  await screen.findByRole("img");
  expect(lastConfig()).toMatchObject({ darkMode: false });
  document.documentElement.dataset.theme = "dark";
  await waitFor(() => expect(lastConfig()).toMatchObject({ darkMode: true }));
  expect(mermaid.render).toHaveBeenCalledTimes(2);
  rerender(<Diagram source="themed" key="anew" />);
  await screen.findByRole("img");
  expect(container.textContent).toContain("themed");
  expect(mermaid.render).toHaveBeenCalledTimes(2);
});

it("an invalid diagram throws with the line of the error, and the next diagram is drawn", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  mermaid.render.mockRejectedValueOnce(
    new Error("Parse error on line 2:\n...one -->> two\n----^\nExpecting 'A', got 'B'"),
  );
  await draw(<Diagram source={"flowchart TD\none -->> two"} />);
  expect((await screen.findByRole("alert")).textContent).toMatch(/line 2/i);
  await draw(<Diagram source="after it" title="Next" />);
  await screen.findByRole("img", { name: "Next" });
});

it("an image of the diagram is sent to the page, in light colors with a generic font", async () => {
  document.documentElement.dataset.theme = "dark";
  await draw(<Diagram source="to share" isImage />);
  await waitFor(() => expect(sent).toMatchObject([{ type: "action", action: "drawn" }]));
  const [message] = sent;
  expect(message?.type === "action" && message.payload).toEqual({ svg: expect.stringContaining("to share") });
  expect(lastConfig()).toMatchObject({ darkMode: false, fontFamily: "system-ui, sans-serif" });
});
