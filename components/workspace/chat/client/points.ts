"use client";

import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { MAX_POINTS, type Point, point } from "@/lib/shared/chat/points";

const NONE: readonly Point[] = [];
const storedPoints = z.array(point);
const keyOf = (id: string): string => `easel:points:${id}`;

/**
 * Points that the user attached to the next message. Stored in localStorage until sent and shared by all
 * tabs.
 */
export class Points {
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #items: readonly Point[];

  constructor(conversationId: string) {
    this.#key = keyOf(conversationId);
    this.#items = this.#read();
    addEventListener("storage", ({ key }) => {
      if (key !== this.#key && key !== null) return;
      this.#items = this.#read();
      this.#tell();
    });
  }

  get items(): readonly Point[] {
    return this.#items;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Adds points without duplicates. Returns false if there are more than `MAX_POINTS`; the rest is dropped.
   */
  add(added: readonly Point[]): boolean {
    const serialized = new Set(this.#items.map((one) => JSON.stringify(one)));
    const all = [...this.#items, ...added.filter((one) => !serialized.has(JSON.stringify(one)))];
    this.#set(all.slice(0, MAX_POINTS));
    return all.length <= MAX_POINTS;
  }

  remove(at: number): void {
    this.#set(this.#items.filter((_, index) => index !== at));
  }

  take(): readonly Point[] {
    const taken = this.#items;
    this.#set(NONE);
    return taken;
  }

  #set(items: readonly Point[]): void {
    this.#items = items;
    try {
      if (items.length > 0) localStorage.setItem(this.#key, JSON.stringify(items));
      else localStorage.removeItem(this.#key);
    } catch {
      // Without storage the points last until the page closes.
    }
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #read(): readonly Point[] {
    try {
      const items = storedPoints.safeParse(JSON.parse(localStorage.getItem(this.#key) ?? "[]")).data ?? [];
      return items.slice(0, MAX_POINTS);
    } catch {
      return NONE;
    }
  }
}

const all = new Map<string, Points>();

/** Returns the points of a conversation: one instance per tab, because chat and canvas share it. */
export function pointsOfDraft(conversationId: string): Points {
  const points = all.get(conversationId) ?? new Points(conversationId);
  all.set(conversationId, points);
  return points;
}

export type DraftPoints = Pick<Points, "add" | "remove" | "take"> & { items: readonly Point[] };

export function usePoints(conversationId: string): DraftPoints {
  const actions = useMemo(() => {
    const points = () => pointsOfDraft(conversationId);
    return {
      subscribe: (listener: () => void) => points().subscribe(listener),
      read: () => points().items,
      add: (added: readonly Point[]) => points().add(added),
      remove: (at: number) => points().remove(at),
      take: () => points().take(),
    };
  }, [conversationId]);
  const items = useSyncExternalStore(actions.subscribe, actions.read, () => NONE);
  return { ...actions, items };
}
