import type { Heading } from "../fill/heading.ts";

/** A heading or an anchor in a block. */
export interface BlockTarget {
  readonly name: string;
  readonly heading: Heading | undefined;
  /** The unit of the block with the target. */
  readonly unit: number;
}
