export type Seen = {
  owner: string;
  /** The one's conversation, and the other's own. */
  conversation: string;
  own: string;
  /** Every id that stands in anything of the one. */
  ids: string[];
};

/** What is sent, with what is known of the one. */
export type Bodies = (seen: Seen) => object[];
export const none: Bodies = () => [];
export const some =
  (...bodies: object[]): Bodies =>
  () =>
    bodies;
