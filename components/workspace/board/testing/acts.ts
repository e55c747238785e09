import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { notices } from "@/components/client/testing/notices";

/** Polls often: only polling finds updates that are made outside React. */
export const soon = (check: () => void) => waitFor(check, { interval: 5 });

export const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

/** Opens the menu by key, because it opens on pointerdown, which a simulated click does not fire. */
export const choose = async (menu: string, item: string) => {
  fireEvent.keyDown(await screen.findByRole("button", { name: `More for “${menu}”` }), { key: "ArrowDown" });
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};

export const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

export const expectNotice = (message: string | RegExp) =>
  soon(() =>
    expect(notices()).toContainEqual(typeof message === "string" ? message : expect.stringMatching(message)),
  );
