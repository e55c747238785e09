"use client";

import { CircleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";

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
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
        {t("renderFailed", { title: this.props.title })}
        <Button variant="outline" size="sm" onClick={() => this.setState({ hasFailed: false })}>
          {common("tryAgain")}
        </Button>
      </div>
    );
  }
}
