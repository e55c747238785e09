import { Button } from "@/components/ui/button";

export type CredentialsProps = { id: string; isNew: boolean; onDone: () => void; onCancel?: () => void };

type ConnectButtonsProps = { title: string; isPending: boolean; onCancel?: () => void };

export const ConnectButtons = ({ title, isPending, onCancel }: ConnectButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" aria-disabled={isPending}>
      {isPending ? `Asking ${title}…` : "Connect"}
    </Button>
    {onCancel && (
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
    )}
  </div>
);
