/* What it takes to understand an error, loaded when there is one. */
export { reactInWords } from "@/lib/shared/frame/react-errors";
export { locate } from "./locate";
