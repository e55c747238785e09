"use client";

import { CircleAlert } from "lucide-react";
import { Component, type ComponentType, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Attempt } from "@/components/ui/kit/lazy-view";
import type { Block, BlockType } from "@/lib/shared/blocks";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { views } from "./index";
import { RawData } from "./json/raw-data";
import type { BlockProps } from "./props";

/** Renders one block. If its view throws, its data is shown instead, and the other blocks stay. */
export function BlockView(props: BlockProps) {
  return <Boundary block={props.block}>{draw(props.block.type, props)}</Boundary>;
}

function draw<Type extends BlockType>(type: Type, props: BlockProps<Type>): ReactNode {
  const View: ComponentType<BlockProps<Type>> = views[type];
  return <View {...props} />;
}

type BoundaryProps = { block: Block; children: ReactNode };
type BoundaryState = { failed: boolean; block: Block; attempt: number };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, block: this.props.block, attempt: 0 };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ block }: BoundaryProps, state: BoundaryState) {
    return block === state.block ? null : { failed: false, block };
  }

  override render() {
    const { failed, attempt } = this.state;
    if (!failed) return <Attempt value={attempt}>{this.props.children}</Attempt>;
    const { type: _, ...data } = this.props.block;
    return (
      <div className="flex flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2 text-ui text-ink">
          <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
          {t("blockFailed")}
          <Button
            variant="outline"
            size="sm"
            onClick={() => this.setState({ failed: false, attempt: attempt + 1 })}
          >
            {common("tryAgain")}
          </Button>
        </p>
        <RawData data={data} />
      </div>
    );
  }
}
