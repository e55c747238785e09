export { explainReactError as reactInWords } from "@/lib/shared/frame/react-errors";
export { locate } from "./locate";
