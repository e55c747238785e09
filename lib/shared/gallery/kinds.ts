/** `inline`: a component that a surface of a conversation shows and that the library does not have. */
export const GALLERY_KINDS = ["component", "inline", "board", "app", "export"] as const;
export type GalleryKind = (typeof GALLERY_KINDS)[number];
