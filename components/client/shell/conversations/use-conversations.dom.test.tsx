import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aConversation } from "@/components/client/testing/samples";
import type { Summary } from "@/lib/shared/chat/contract";
import { useSearch } from "../palette/use-search";
import { useConversations } from "./use-conversations";
import { useDeletion } from "./use-deletion";

const listOf = (ids: string, nextCursor?: string) => ({
  conversations: [...ids].map((id, at) => aConversation(id, at)),
  nextCursor,
});

type ListProps = { initial?: ReturnType<typeof listOf>; current?: string };

function List({ initial = listOf("ab"), current }: ListProps) {
  const {
    conversations,
    isLost,
    edit,
    remove: onRemove,
    restore: onRestore,
    older,
    edits,
  } = useConversations(initial);
  const { leaving, remove } = useDeletion({ current, onRemove, onRestore });
  const named = (item: Summary) => ({ id: item.id, title: item.title });
  return (
    <>
      <p role="status">
        {conversations.map(({ id, title, pinned }) => `${pinned ? "*" : ""}${id}:${title}`).join(" ")}
      </p>
      <p>{isLost ? "lost" : "reached"}</p>
      <p>{`leaving ${leaving}`}</p>
      <p>{`unsaved ${Object.keys(edits).join()}`}</p>
      {conversations.map((item) => (
        <li key={item.id}>
          <button type="button" onClick={() => void edit(item.id, { title: "New" }).catch(() => {})}>
            {`Rename ${item.id}`}
          </button>
          <button type="button" onClick={() => void edit(item.id, { pinned: true }).catch(() => {})}>
            {`Pin ${item.id}`}
          </button>
          <button type="button" onClick={() => remove(named(item))}>{`Delete ${item.id}`}</button>
        </li>
      ))}
      {older && (
        <button type="button" onClick={() => older.load()}>
          {older.error ? "Not loaded. Try again" : "Show older ones"}
        </button>
      )}
    </>
  );
}

const shown = () => screen.getByRole("status").textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const waitForList = (list: string) => waitFor(() => expect(shown()).toBe(list));

describe("the list of conversations", () => {
  it("shows the initial list and refetches it on a change", async () => {
    const server = new FakeServer().on("GET /api/conversations", () => listOf("xab"));
    const { tell } = drawPage(<List />, { server });
    expect(shown()).toBe("a:About a b:About b");
    tell("x");
    await waitForList("x:About x a:About a b:About b");
  });

  it("is not refetched for changes of tools and components", async () => {
    const server = new FakeServer().on("GET /api/conversations", () => listOf("xab"));
    const { tell } = drawPage(<List />, { server });
    tell("component clock");
    tell("history tool half");
    tell("x");
    await waitForList("x:About x a:About a b:About b");
    expect(server.count("GET /api/conversations")).toBe(1);
  });

  it("loads older conversations and shows an error if that fails", async () => {
    const server = new FakeServer().lose("GET /api/conversations");
    drawPage(<List initial={listOf("ab", "more")} />, { server });
    press("Show older ones");
    await screen.findByRole("button", { name: "Not loaded. Try again" });
    server.on("GET /api/conversations", () => listOf("c"));
    press("Not loaded. Try again");
    await waitForList("a:About a b:About b c:About c");
    expect(server.asked.every((one) => one.includes("cursor=more"))).toBe(true);
  });

  it("reports that Easel is unreachable and recovers by itself", async () => {
    const server = new FakeServer().lose("GET /api/conversations");
    const { tell } = drawPage(<List />, { server });
    tell(null);
    await screen.findByText("lost");
    expect(shown()).toBe("a:About a b:About b");
    server.on("GET /api/conversations", () => listOf("ab"));
    await waitFor(() => screen.getByText("reached"), { timeout: 4_000 });
  });

  it("does not count an error response as unreachable", async () => {
    const server = new FakeServer().on("GET /api/conversations", () => refusal(503, "Starting."));
    const { tell } = drawPage(<List />, { server });
    tell(null);
    await waitFor(() => expect(server.asked).toHaveLength(1));
    screen.getByText("reached");
  });
});

describe("an optimistic change", () => {
  it("is visible before the response and stays", async () => {
    const saved = gate<unknown>();
    const server = new FakeServer().on("PATCH /api/conversations/a", () => saved.wait);
    drawPage(<List />, { server });
    press("Rename a");
    expect(shown()).toBe("a:New b:About b");
    screen.getByText("unsaved a");
    saved.open({});
    await screen.findByText("unsaved");
    expect(shown()).toBe("a:New b:About b");
  });

  it("is reverted if it is rejected, without affecting another pending change", async () => {
    const renamed = gate<Response>();
    const server = new FakeServer().on("PATCH /api/conversations/a", ({ body }) =>
      JSON.stringify(body).includes("title") ? renamed.wait : {},
    );
    drawPage(<List />, { server });
    press("Rename a");
    press("Pin a");
    expect(shown()).toBe("*a:New b:About b");
    renamed.open(refusal(400, "Too long."));
    await waitForList("*a:About a b:About b");
  });

  it("is still visible after a list arrives that was fetched before the change was saved", async () => {
    const saved = gate<unknown>();
    const server = new FakeServer().on("PATCH /api/conversations/a", () => saved.wait);
    server.on("GET /api/conversations", () => listOf("abc"));
    const { tell } = drawPage(<List />, { server });
    press("Rename a");
    tell("c");
    await waitForList("a:New b:About b c:About c");
    saved.open({});
    await screen.findByText("unsaved");
    expect(shown()).toBe("a:New b:About b c:About c");
  });
});

describe("a conversation that is deleted", () => {
  it("leaves the list at once and returns on undo", async () => {
    let ids = "ab";
    const server = new FakeServer().on("GET /api/conversations", () => listOf(ids));
    server.on("DELETE /api/conversations/a", () => {
      ids = "b";
      return {};
    });
    server.on("POST /api/conversations/a/restore", () => {
      ids = "ab";
      return {};
    });
    drawPage(<List />, { server });
    press("Delete a");
    expect(shown()).toBe("b:About b");
    await waitFor(() => expect(notices()).toContain("Deleted “About a”"));
    expect(shown()).toBe("b:About b");
    pressNotice("Undo");
    await waitForList("a:About a b:About b");
  });

  it("returns to the list if the request is rejected, and can be deleted by retrying", async () => {
    const server = new FakeServer().on("DELETE /api/conversations/a", () => refusal(409, "It works."));
    server.on("GET /api/conversations", () => listOf("b"));
    drawPage(<List />, { server });
    press("Delete a");
    await waitFor(() => expect(notices()).toContain("“About a” not deleted. It works."));
    expect(shown()).toBe("a:About a b:About b");
    server.on("DELETE /api/conversations/a", () => ({}));
    pressNotice("Try again");
    await waitForList("b:About b");
  });

  it("is replaced by a new conversation if it is open", async () => {
    const server = new FakeServer().on("DELETE /api/conversations/a", () => gate().wait);
    const { router } = drawPage(<List current="a" />, { server });
    press("Delete a");
    screen.getByText("leaving a");
    expect(router.push).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/chat\/[\w-]{36}$/));
  });
});

function Found({ text }: { text: string }) {
  const { state, query, results, hasMore, again } = useSearch(text);
  return (
    <>
      <p role="status">{`${state} “${query}” ${results.map(({ id }) => id).join("")}${hasMore ? "…" : ""}`}</p>
      <button type="button" onClick={again}>
        Again
      </button>
    </>
  );
}

describe("the search", () => {
  it("is debounced and keeps earlier results until new ones arrive", async () => {
    const server = new FakeServer().on("GET /api/conversations", ({ url }) =>
      url.searchParams.get("q") === "fox" ? listOf("ab", "more") : listOf("b"),
    );
    const { rerender } = drawPage(<Found text="" />, { server });
    expect(shown()).toBe("idle “” ");
    rerender(<Found text="fo" />);
    rerender(<Found text="fox " />);
    await waitForList("found “fox” ab…");
    rerender(<Found text="foxes" />);
    expect(shown()).toBe("searching “fox” ab…");
    await waitForList("found “foxes” b");
    expect(server.asked).toHaveLength(2);
  });

  it("starts without results after the field was empty", async () => {
    const server = new FakeServer().on("GET /api/conversations", () => listOf("ab"));
    const { rerender } = drawPage(<Found text="fox" />, { server });
    await waitForList("found “fox” ab");
    rerender(<Found text="" />);
    expect(shown()).toBe("idle “” ");
    rerender(<Found text="bear" />);
    expect(shown()).toBe("searching “” ");
    await waitForList("found “bear” ab");
  });

  it("reports a failure and retries on request", async () => {
    const server = new FakeServer().lose("GET /api/conversations");
    drawPage(<Found text="fox" />, { server });
    await waitForList("failed “fox” ");
    server.on("GET /api/conversations", () => listOf("a"));
    press("Again");
    await waitForList("found “fox” a");
  });
});
