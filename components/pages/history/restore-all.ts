import { troubleText } from "@/components/client/versions/trouble";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { restoreTo } from "./api";

const UNDO_MS = 30_000;

export async function restoreAll(at: string, expect: string): Promise<void> {
  const revisions = await restoreTo(at, expect);
  const [first] = revisions.map(({ createdAt }) => createdAt).sort();
  if (first !== undefined) offerUndo(`Restored ${items(revisions.length)}`, before(first));
}

export function offerUndo(message: string, at: string): void {
  const id = `undo-${at}`;
  const undo = async () => {
    void dismiss(id);
    try {
      const { length } = await restoreTo(at);
      void notify(`Undone: ${items(length)} ${length === 1 ? "is" : "are"} as before`);
    } catch (error) {
      void notifyProblem(`Not undone. ${troubleText(error)}`, {
        action: { label: "Try again", onClick: () => void undo() },
      });
    }
  };
  void notify(message, { id, duration: UNDO_MS, action: { label: "Undo", onClick: () => void undo() } });
}

export const before = (at: string): string => new Date(Date.parse(at) - 1).toISOString();

const items = (count: number) => (count === 1 ? "one item" : `${count} items`);
