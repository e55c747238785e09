/** Header with the token of a visitor in a frame of another site. Apart from the schemas, which a page does not load. */
export const VISITOR_HEADER = "x-easel-visitor";
