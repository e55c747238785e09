import { act, render, screen, waitFor } from "@testing-library/react";
import type { UIMessage } from "ai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerWith } from "@/components/client/testing/fake-server";
import { Conversation } from "@/components/workspace/chat/client/conversation";
import { AT, FakeServer, ID, user } from "@/components/workspace/chat/client/fake-server";
import { surfaceDomId } from "@/components/workspace/chat/use-front";
import type { Ask, Snapshot } from "@/lib/shared/chat/contract";
import { useDeskOf } from "./use-desk";

let server: FakeServer;
let close = () => {};

beforeEach(() => {
  server = new FakeServer();
  answerWith(((path: string, init: RequestInit) => server.fetch(path, init)) as typeof fetch);
  history.replaceState(null, "", `/chat/${ID}`);
});
afterEach(() => close());

const input = (type: string) => ({ title: `The ${type}`, blocks: [{ type }] });
const shows = (id: string, type: string, isAsked = false): UIMessage => {
  const call = { type: "tool-render_blocks" as const, toolCallId: "c", input: input(type) };
  const done = { ...call, state: "output-available" as const, output: { action: "dismiss" } };
  return { id, role: "assistant", parts: [isAsked ? { ...call, state: "input-available" } : done] };
};
const asks = (messageId: string, type: string): Ask => ({
  ...{ toolCallId: "c", toolName: "render_blocks", kind: "answer", messageId },
  ...{ input: input(type), createdAt: AT },
});

type Desk = ReturnType<typeof useDeskOf>;

function draw(partial: Partial<Snapshot>) {
  server.snapshot = { ...server.snapshot, ...partial };
  const conversation = new Conversation(ID, server.snapshot);
  close = conversation.open();
  const reveal = vi.fn();
  const seen = {} as { desk: Desk };
  function Page() {
    const desk = useDeskOf(conversation, conversation.state, reveal, []);
    seen.desk = desk;
    return (
      <>
        <textarea aria-label="Message" />
        {desk.desk.surfaces.map(({ id, kind, title }) => (
          <section key={id} id={surfaceDomId(id)} aria-label={title} tabIndex={-1}>
            {kind === "form" && (
              <form>
                <input aria-label="Of a form" />
              </form>
            )}
          </section>
        ))}
      </>
    );
  }
  const { rerender } = render(<Page />);
  conversation.subscribe(() => act(() => rerender(<Page />)));
  return { seen, reveal, conversation };
}

const focused = () => document.activeElement?.getAttribute("aria-label");
const form = shows("f", "form", true);
const filled = { messages: [user("u"), shows("t", "table"), form], asks: [asks("f", "form")] };
const shut = (id: string) => ({ id, version: 0, isClosed: true, hasFailed: false });

describe("requested surface", () => {
  it("becomes active with the focus and reveals the canvas", () => {
    const { seen, reveal } = draw(filled);
    expect(seen.desk.front).toBe("f/c");
    act(() => seen.desk.desk.show("t/c"));
    expect(reveal).toHaveBeenCalledOnce();
    expect(seen.desk.front).toBe("t/c");
    expect(focused()).toBe("The table");
  });

  it("reopens if closed, locally and on the server", () => {
    const { seen } = draw({ ...filled, sheets: [shut("t/c")] });
    expect([...seen.desk.desk.closed]).toEqual(["t/c"]);
    act(() => seen.desk.desk.show("t/c"));
    expect([...seen.desk.desk.closed]).toEqual([]);
    expect(server.patches).toEqual([{ messageId: "t", toolCallId: "c", isClosed: false }]);
  });

  it("is the one that the URL names, also after the user follows a link", () => {
    history.replaceState(null, "", `/chat/${ID}#s-t/c`);
    const { seen, reveal } = draw(filled);
    expect(seen.desk.front).toBe("t/c");
    // Following a link must not focus the form's fields, because the user did not ask to fill it in.
    history.replaceState(null, "", `/chat/${ID}#s-f/c`);
    act(() => void dispatchEvent(new Event("hashchange")));
    expect(focused()).toBe("The form");
    history.replaceState(null, "", `/chat/${ID}#s-%E0/c`);
    act(() => void dispatchEvent(new Event("hashchange")));
    expect(reveal).toHaveBeenCalledTimes(2);
  });
});

describe("active surface", () => {
  it("is replaced by a new surface unless the focus is in it", async () => {
    const { seen, conversation } = draw(filled);
    const say = async (message: UIMessage) => {
      server.say(message);
      conversation.changed(ID);
      await waitFor(() => expect(seen.desk.messages.at(-1)?.id).toBe(message.id));
    };
    act(() => screen.getByRole("textbox", { name: "Of a form" }).focus());
    await say(shows("n", "chart"));
    expect(seen.desk.front).toBe("f/c");
    act(() => screen.getByRole("textbox", { name: "Message" }).focus());
    await say(shows("o", "diagram"));
    expect(seen.desk.front).toBe("o/c");
  });

  it("closes at once and focuses its neighbour", () => {
    const { seen } = draw({ messages: [shows("t", "table"), shows("n", "chart"), shows("o", "diagram")] });
    const { surfaces } = seen.desk.desk;
    act(() => seen.desk.desk.close(surfaces[2] as never));
    expect([...seen.desk.desk.closed]).toEqual(["o/c"]);
    expect(server.patches).toEqual([{ messageId: "o", toolCallId: "c", isClosed: true }]);
    expect(focused()).toBe("The chart");
    act(() => seen.desk.previous());
    expect(focused()).toBe("The table");
    act(() => seen.desk.previous());
    expect(focused()).toBe("The table");
  });

  it("records a render error once", () => {
    const { seen } = draw(filled);
    const [table] = seen.desk.desk.surfaces;
    act(() => seen.desk.desk.setFailed(table as never, false));
    act(() => seen.desk.desk.setFailed(table as never, true));
    act(() => seen.desk.desk.setFailed(table as never, true));
    expect(server.patches).toEqual([{ messageId: "t", toolCallId: "c", hasFailed: true }]);
  });
});

it("a message is shown as the answer to the open question, unless sending it failed", async () => {
  const question = { type: "tool-ask_user" as const, toolCallId: "c", state: "input-available" as const };
  const asking: UIMessage = { id: "q", role: "assistant", parts: [{ ...question, input: {} }] };
  const ask: Ask = { ...asks("q", "text"), toolName: "ask_user" };
  const { seen } = draw({ messages: [asking], asks: [ask] });
  server.refuse(422, "Too long.");
  act(() => seen.desk.desk.say("Rye"));
  expect(seen.desk.desk.reply).toBe("Rye");
  await waitFor(() => expect(seen.desk.desk.reply).toBeUndefined());
});
