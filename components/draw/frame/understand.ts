/* Code that explains errors, loaded on demand. */
export { reactInWords } from "@/lib/shared/frame/react-errors";
export { locate } from "./locate";
