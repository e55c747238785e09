"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type DecideProps = {
  /**
   * True if the user controls the browser that the call needs. Allowing the call then hands the browser back.
   */
  isHeld: boolean;
  isSending: boolean;
  onAllow: () => void;
  onEdit: () => void;
  onReject: () => void;
  children: ReactNode;
};

export function Decide({ isHeld, isSending, onAllow, onEdit, onReject, children }: DecideProps) {
  return (
    <>
      {!isHeld && children}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="accent" disabled={isSending} onClick={onAllow}>
          {isHeld ? "Hand back" : "Allow"}
        </Button>
        {!isHeld && (
          <Button data-step="edit" variant="outline" disabled={isSending} onClick={onEdit}>
            Edit…
          </Button>
        )}
        <Button data-step="reject" variant="outline" disabled={isSending} onClick={onReject}>
          Reject…
        </Button>
      </div>
    </>
  );
}
