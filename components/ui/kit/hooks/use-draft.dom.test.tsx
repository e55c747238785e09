import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepDraft, useDraft } from "./use-draft";

const use = (id: string) => renderHook(({ id }) => useDraft(id), { initialProps: { id } }).result;
const write = (draft: ReturnType<typeof use>, text: string) => act(() => draft.current[1](text));

beforeEach(() => localStorage.clear());

describe("the draft of a conversation", () => {
  it("is restored after a reload, and only in its conversation", () => {
    write(use("a"), "Half a thought");
    expect(use("a").current[0]).toBe("Half a thought");
    expect(use("b").current[0]).toBe("");
  });

  it("is removed after sending", () => {
    const draft = use("a");
    write(draft, "Half a thought");
    write(draft, "");
    expect(use("a").current[0]).toBe("");
    expect(localStorage).toHaveLength(0);
  });

  it("can be stored before the conversation is opened", () => {
    keepDraft("new", "Please fix it");
    expect(use("new").current[0]).toBe("Please fix it");
  });

  it("is kept in memory if storage is unavailable", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const draft = use("a");
    write(draft, "Half a thought");
    expect(draft.current[0]).toBe("Half a thought");
    expect(() => keepDraft("b", "Please fix it")).not.toThrow();
    vi.restoreAllMocks();
  });
});
