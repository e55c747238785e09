"use client";

import type { UIMessage } from "ai";
import type { ComponentProps } from "react";
import { later } from "@/components/ui/later";
import { factsOfPart } from "@/lib/shared/chat/built-in-tools";
import type { HandLine as Hand } from "./hand-line";
import type { Shots as Pictures } from "./shots";
import type { WebCall as Call } from "./web-call";

export const WebCall = later<ComponentProps<typeof Call>>(() =>
  import("./web-call").then((module) => module.WebCall),
);

export const Shots = later<ComponentProps<typeof Pictures>>(
  () => import("./shots").then((module) => module.Shots),
  () => <div className="h-28" />,
);

export const HandLine = later<ComponentProps<typeof Hand>>(
  () => import("./hand-line").then((module) => module.HandLine),
  () => <div className="h-5" />,
);

const SourceRow = later<{ message: UIMessage }>(() =>
  import("./source-row").then((module) => module.SourceRow),
);

export const Sources = ({ message }: { message: UIMessage }) =>
  message.parts.some(({ type }) => factsOfPart(type)?.reaches) && <SourceRow message={message} />;
