/** A heading of a document. */
export interface Heading {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** The name of its destination, which no anchor has. */
  readonly name: string;
  /** The index of its paragraph in a rich text. */
  readonly paragraph: number;
}
