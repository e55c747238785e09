import "./no-eval";
import type { CopiedComponent, CopyBoot, LinkBoot } from "@/lib/shared/apps/visit";
import { openCopy } from "./copy";
import { openLink } from "./link";
import { dataOf } from "./page-data";

/* The script of a shared conversation: of the page `/shared/TOKEN`, and of the copy in its frame. */

const link = dataOf("link") as LinkBoot | undefined;
const copy = dataOf("copy") as CopyBoot | undefined;
const place = document.getElementById("app");
if (link && place) void openLink(link, place);
if (copy) openCopy(copy, (dataOf("components") ?? []) as CopiedComponent[]);
