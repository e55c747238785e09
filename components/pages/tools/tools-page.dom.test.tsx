import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import type { ToolCall } from "@/lib/shared/tools/calls";
import type { ModelFamily } from "@/lib/shared/tools/families";
import { OWN, type ToolsetView, type ToolView } from "@/lib/shared/tools/view";
import { CallLogs } from "./call-logs";
import { CallsList } from "./calls-list";
import { ToolHeader } from "./tool-header";
import { ToolsPage } from "./tools-page";
import { useTool } from "./use-tool";

const tool = (name: string, rest: Partial<ToolView> = {}): ToolView => ({
  name,
  description: `Does ${name}`,
  inputSchema: {},
  policy: "ask",
  enabled: true,
  pauses: false,
  ...rest,
});

const HALF = tool("half", {
  title: "Halve",
  help: "Gives half of a number.",
  reads: ["state"],
  writes: ["learned_notes"],
});

const toolset = (rest: Partial<ToolsetView> = {}): ToolsetView => ({
  id: OWN,
  title: "Own",
  category: "Tools",
  mode: "on",
  available: true,
  instructions: "",
  tools: [tool("half"), tool("double")],
  ...rest,
});

const group = (label: string) => screen.getByRole("radiogroup", { name: label });
const chosen = (label: string) =>
  within(group(label))
    .getAllByRole("radio")
    .find((one) => one.getAttribute("aria-checked") === "true")?.textContent;
const choose = (label: string, option: string) =>
  fireEvent.click(within(group(label)).getByRole("radio", { name: option }));

describe("the page of tools", () => {
  it("shows a changed policy immediately, and reverts it with the reason if the server refuses", async () => {
    const saved = gate<Response>();
    const server = new FakeServer().on("PATCH /api/tools/half", () => saved.wait);
    drawPage(<ToolsPage families={[]} initial={[toolset()]} />, { server });
    choose("Policy of half", "Allow");
    expect(chosen("Policy of half")).toBe("Allow");
    saved.open(refusal(409, "Its code has changed."));
    await waitFor(() => expect(chosen("Policy of half")).toBe("Ask"));
    expect(notices()).toContain("Could not change half. Its code has changed.");
    server.on("PATCH /api/tools/half", () => ({ tool: tool("half", { policy: "allow" }) }));
    pressNotice("Try again");
    await waitFor(() => expect(server.count("PATCH /api/tools/half")).toBe(2));
    expect(chosen("Policy of half")).toBe("Allow");
  });

  it("renders the first 30 of many search results, and the others on request", () => {
    const many = toolset({ tools: Array.from({ length: 55 }, (_, n) => tool(`many_${n}`)) });
    drawPage(<ToolsPage families={[]} initial={[many]} />, {});
    fireEvent.change(screen.getByRole("searchbox", { name: "Search tools" }), { target: { value: "many" } });
    const rows = () => screen.getAllByRole("switch", { name: /^many_/ });
    expect(rows()).toHaveLength(30);
    fireEvent.click(screen.getByRole("button", { name: "Show 25 more" }));
    return waitFor(() => expect(rows()).toHaveLength(55));
  });

  it("enables packages for the toolset that runs programs", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("PATCH /api/toolsets/code", ({ body }) => {
      sent.push(body);
      return { toolset: toolset({ id: "code", title: "Code", packages: true }) };
    });
    const initial = [toolset({ id: "code", title: "Code", category: "making" })];
    drawPage(<ToolsPage families={[]} initial={initial} />, { server });
    fireEvent.click(screen.getByRole("button", { name: /^Code/ }));
    const packages = () => screen.getByRole("switch", { name: "Packages" });
    expect(packages().getAttribute("aria-checked")).toBe("false");
    fireEvent.click(packages());
    await waitFor(() => expect(packages().getAttribute("aria-checked")).toBe("true"));
    await waitFor(() => expect(sent).toEqual([{ packages: true }]));
  });

  it("sends changes of one tool in order, so that the last one applies", async () => {
    const first = gate<unknown>();
    const sent: unknown[] = [];
    const server = new FakeServer().on("PATCH /api/tools/half", async ({ body }) => {
      sent.push(body);
      if (sent.length === 1) await first.wait;
      return { tool: tool("half", body as Partial<ToolView>) };
    });
    drawPage(<ToolsPage families={[]} initial={[toolset()]} />, { server });
    choose("Policy of half", "Allow");
    choose("Policy of half", "Deny");
    expect(chosen("Policy of half")).toBe("Deny");
    await waitFor(() => expect(sent).toEqual([{ policy: "allow" }]));
    first.open(undefined);
    await waitFor(() => expect(sent).toEqual([{ policy: "allow" }, { policy: "deny" }]));
    expect(chosen("Policy of half")).toBe("Deny");
  });

  it("sends changes of different tools in parallel", async () => {
    const server = new FakeServer().on("PATCH /api/tools/half", () => gate().wait);
    server.on("PATCH /api/tools/double", ({ body }) => ({ tool: tool("double", body as Partial<ToolView>) }));
    drawPage(<ToolsPage families={[]} initial={[toolset()]} />, { server });
    choose("Policy of half", "Allow");
    choose("Policy of double", "Deny");
    await waitFor(() => expect(server.count("PATCH /api/tools/double")).toBe(1));
    expect([chosen("Policy of half"), chosen("Policy of double")]).toEqual(["Allow", "Deny"]);
  });

  it("keeps tools that the response to a toolset change does not contain", async () => {
    const initial = toolset({ mode: "on" });
    const server = new FakeServer().on("PATCH /api/toolsets/own", () => ({
      toolset: toolset({ mode: "off", tools: [tool("half")] }),
    }));
    drawPage(<ToolsPage families={[]} initial={[initial]} />, { server });
    choose("Availability of Own", "Off");
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(chosen("Availability of Own")).toBe("Off");
    group("Policy of double");
  });

  it("disables and resets a whole toolset immediately, and keeps its stats", async () => {
    const stats = { calls: 7, failures: 0, medianMs: 3, lastAt: null };
    const sent: unknown[] = [];
    const server = new FakeServer().on("PATCH /api/toolsets/own", ({ body }) => {
      sent.push(body);
      return { toolset: toolset({ tools: [tool("half", { policy: "allow" }), tool("double")] }) };
    });
    const first = [tool("half", { stats, lapsed: 2 }), tool("double")];
    drawPage(<ToolsPage families={[]} initial={[toolset({ tools: first })]} />, { server });
    fireEvent.click(screen.getByRole("button", { name: "Switch off" }));
    expect(screen.getByRole("switch", { name: "half is offered" }).getAttribute("aria-checked")).toBe(
      "false",
    );
    await waitFor(() => expect(chosen("Policy of half")).toBe("Allow"));
    fireEvent.click(screen.getByRole("button", { name: "Reset" }));
    await waitFor(() => expect(sent).toEqual([{ enabled: false }, { reset: true }]));
    expect(screen.getAllByText("7").length).toBeGreaterThan(0);
  });

  it("reloads if settings change elsewhere, and ignores other notifications", async () => {
    const server = new FakeServer().on("GET /api/tools", () => ({
      toolsets: [toolset({ tools: [tool("half", { policy: "deny" })] })],
    }));
    const { tell } = drawPage(<ToolsPage families={[]} initial={[toolset()]} />, { server });
    tell("history state score");
    tell("settings");
    await waitFor(() => expect(chosen("Policy of half")).toBe("Deny"));
    expect(server.count("GET /api/tools")).toBe(1);
  });

  it("loads the tools that the page did not contain when the user searches, and on every refetch after that", async () => {
    const all = [tool("half"), tool("third")];
    const server = new FakeServer().on("GET /api/tools", ({ url }) => ({
      toolsets: [toolset(url.searchParams.get("all") ? { tools: all } : { tools: all.slice(0, 1), left: 1 })],
    }));
    const { tell } = drawPage(
      <ToolsPage families={[]} initial={[toolset({ tools: all.slice(0, 1), left: 1 })]} />,
      {
        server,
      },
    );
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "third" } });
    await screen.findByRole("radiogroup", { name: "Policy of third" });
    tell("history tool half");
    await waitFor(() => expect(server.asked).toHaveLength(2));
    expect(server.asked.every((one) => one === "GET /api/tools?all=true")).toBe(true);
    group("Policy of third");
  });

  it("reports an error if loading those tools for a search fails", async () => {
    const server = new FakeServer().on("GET /api/tools", () => refusal(500, "The disk is full."));
    drawPage(<ToolsPage families={[]} initial={[toolset({ left: 1 })]} />, { server });
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "third" } });
    await waitFor(() => expect(notices()).toContain("Could not load other tools. The disk is full."));
    expect(screen.getByRole("status").textContent).toBe("Nothing matches “third”.");
  });
});

describe("instructions of the user for a tool", () => {
  it("are saved and removed", async () => {
    const server = new FakeServer().on("PATCH /api/tools/half", ({ body }) => ({
      tool: tool("half", body as Partial<ToolView>),
    }));
    function Header() {
      const { tool: one, change } = useTool(HALF);
      return <ToolHeader tool={one} now={NOW} onChange={change} />;
    }
    drawPage(<Header />, { server });
    fireEvent.click(screen.getByRole("button", { name: "Add instructions" }));
    screen.getByText("Gives half of a number.");
    screen.getByText("May read: State. May change: Notes.");
    const field = screen.getByRole("textbox", { name: "Your instructions for half" });
    expect(field.getAttribute("maxlength")).toBe("4000");
    fireEvent.change(field, { target: { value: " Round up. " } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Round up.");
    await waitFor(() => expect(server.count("PATCH /api/tools/half")).toBe(1));
    fireEvent.click(screen.getByRole("button", { name: /^Remove/ }));
    await waitFor(() => expect(server.count("PATCH /api/tools/half")).toBe(2));
    await screen.findByRole("button", { name: "Add instructions" });
  });
});

describe("limits of a tool's calls", () => {
  it("are saved, rejected if out of range, and removed", async () => {
    const sent: unknown[] = [];
    const remember = (body: unknown) => {
      sent.push(body);
      return body as Partial<ToolView>;
    };
    const server = new FakeServer().on("PATCH /api/tools/half", ({ body }) => ({
      tool: tool("half", { maxTimeoutSeconds: 60, ...remember(body) }),
    }));
    const initial = tool("half", { maxTimeoutSeconds: 60 });
    function Header() {
      const { tool: one, change } = useTool(initial);
      return <ToolHeader tool={one} now={NOW} onChange={change} />;
    }
    drawPage(<Header />, { server });
    screen.getByText("60 s per call, unlimited calls");
    fireEvent.click(screen.getByRole("button", { name: /^Set limits/ }));
    const fill = (name: string, value: string) =>
      fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
    fill("Time per call", "61");
    fill("Calls", "2.5");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    screen.getByText("Whole number, 1 to 60, or empty");
    screen.getByText("Whole number, 1 to 1,000, or empty");
    fill("Time per call", "30");
    fill("Calls", "1");
    fireEvent.change(screen.getByRole("combobox", { name: "Per" }), { target: { value: "day" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("30 s per call, at most 1 call per day");
    await waitFor(() => expect(sent).toHaveLength(1));
    await screen.findByRole("button", { name: /^(Remove|Reset)/ });
    fireEvent.click(screen.getByRole("button", { name: /^Remove limits/ }));
    await screen.findByText("60 s per call, unlimited calls");
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([
      { timeoutSeconds: 30, rateLimit: { calls: 1, per: "day" } },
      { timeoutSeconds: null, rateLimit: null },
    ]);
  });
});

describe("families of models", () => {
  const gpt: ModelFamily = {
    ...{ id: "gpt", title: "GPT models", models: "gpt-…", prompt: "Go on." },
    instructions: null,
  };

  it("show the instructions, with edit and reset", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("PATCH /api/model-families/gpt", ({ body }) => {
      sent.push(body);
      return { family: { ...gpt, ...(body as Partial<ModelFamily>) } };
    });
    drawPage(<ToolsPage initial={[toolset({ tokens: 1_234 })]} families={[gpt]} />, { server });
    screen.getByText(/about 1,234 tokens/);
    fireEvent.click(screen.getByRole("button", { name: "Change the instructions for GPT models" }));
    const field = screen.getByRole("textbox", { name: "Your instructions for GPT models" });
    expect((field as HTMLTextAreaElement).value).toBe("Go on.");
    fireEvent.change(field, { target: { value: "Stop early." } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Stop early.");
    screen.getByText("yours");
    await waitFor(() => expect(sent).toHaveLength(1));
    fireEvent.click(screen.getByRole("button", { name: "Reset the instructions for GPT models" }));
    await waitFor(() => expect(screen.queryByText("Stop early.")).toBeNull());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([{ instructions: "Stop early." }, { instructions: null }]);
  });
});

describe("the settings of one tool", () => {
  function Settings({ initial }: { initial: ToolView }) {
    const { tool, change } = useTool(initial);
    return (
      <button type="button" onClick={() => change({ policy: "allow" })}>
        {`${tool.name}: ${tool.policy}, ${tool.description}`}
      </button>
    );
  }

  it("show the server's response to a change until the page is reloaded", async () => {
    const server = new FakeServer().on("PATCH /api/tools/half", () => ({
      tool: tool("half", { policy: "allow" }),
    }));
    const { rerender } = drawPage(<Settings initial={tool("half")} />, { server });
    fireEvent.click(screen.getByRole("button"));
    screen.getByText("half: allow, Does half");
    await waitFor(() => expect(server.asked).toHaveLength(1));
    screen.getByText("half: allow, Does half");
    rerender(<Settings initial={tool("half", { policy: "deny", description: "Rewritten" })} />);
    screen.getByText("half: deny, Rewritten");
  });
});

describe("the calls of a tool", () => {
  const call = (id: string, minutes: number, rest: Partial<ToolCall> = {}): ToolCall => ({
    conversationId: "c",
    messageId: "m",
    toolCallId: id,
    parentToolCallId: null,
    title: "A talk",
    status: "ok",
    input: `input ${id}`,
    output: 1,
    error: null,
    logs: null,
    durationMs: 3,
    createdAt: ago(minutes),
    ...rest,
  });
  const shown = () =>
    screen
      .getAllByText(/input \w/)
      .map((one) => /input (\w)/.exec(one.textContent ?? "")?.[1])
      .join("");

  it("add new calls, and keep older calls that were loaded on request", async () => {
    let first = [call("b", 2)];
    const server = new FakeServer().on("GET /api/tools/half/calls", ({ url }) =>
      url.searchParams.has("cursor") ? { calls: [call("a", 3)] } : { calls: first, nextCursor: "b" },
    );
    const initial = { calls: first, nextCursor: "b" };
    const { tell } = drawPage(<CallsList name="half" initial={initial} now={NOW} />, { server });
    fireEvent.click(screen.getByRole("button", { name: "Show older calls" }));
    await waitFor(() => expect(shown()).toBe("ba"));
    first = [call("c", 1), call("b", 2)];
    tell("conversation");
    await waitFor(() => expect(shown()).toBe("cba"));
  });

  it("show an error if older calls cannot be loaded", async () => {
    const server = new FakeServer().lose("GET /api/tools/half/calls");
    drawPage(<CallsList name="half" initial={{ calls: [call("b", 2)], nextCursor: "b" }} now={NOW} />, {
      server,
    });
    fireEvent.click(screen.getByRole("button", { name: "Show older calls" }));
    await waitFor(() =>
      expect(notices()[0]).toMatch(/^Could not load older calls\. Easel cannot be reached/),
    );
  });

  it("show the logs of a call, and render nothing if they fail to load", async () => {
    const server = new FakeServer().on("GET /api/tools/half/calls", () => ({
      calls: [call("a", 1, { logs: ["hello"] })],
    }));
    const { unmount, client } = drawPage(<CallLogs toolName="half" messageId="m" toolCallId="a" />, {
      server,
    });
    await screen.findByText("hello");
    unmount();
    client.clear();
    const lost = new FakeServer().lose("GET /api/tools/half/calls");
    const { container } = drawPage(<CallLogs toolName="half" messageId="m" toolCallId="a" />, {
      server: lost,
    });
    await waitFor(() => expect(lost.asked).toHaveLength(1));
    expect(container.textContent).toBe("");
  });
});
