"use client";

import { CircleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button } from "@/components/ui/button";

type BoundaryProps = { title: string; children: ReactNode };

/** Error boundary of one surface: if it fails to render, the other surfaces still work. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="flex flex-wrap items-center gap-2 px-5 pt-4 pb-5 text-ui max-md:px-4">
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />“{this.props.title}” could not be
        rendered.
        <Button variant="outline" size="sm" onClick={() => this.setState({ hasFailed: false })}>
          Try again
        </Button>
      </div>
    );
  }
}
