/** Tools whose calls make a picture. */
export const PICTURE_TOOLS: ReadonlySet<string> = new Set(["generate_image", "edit_image"]);
