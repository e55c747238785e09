import { LogOut } from "lucide-react";
import { leave } from "./leave";

export function SignOut() {
  return (
    <button
      type="button"
      onClick={leave}
      className="m-2 flex h-8 shrink-0 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11"
    >
      <LogOut aria-hidden className="size-4" />
      Sign out
    </button>
  );
}
