import type { PageNumber } from "../fill/rich_text.ts";
import type { Extent, Placement } from "../flow/flow_box.ts";
import type { Resources } from "../write/resources.ts";

/** What every drawing on a page shares. */
export interface Sheet {
  readonly resources: Resources;
  /** In points. */
  readonly height: number;
}

/** A field that has been measured and can be painted wherever it comes to stand. */
export interface Block {
  readonly extent: Extent;
  /** Content of a page; empty when nothing is to be seen. */
  readonly paint: (placement: Placement, page: PageNumber, sheet: Sheet) => string;
}

/** Where something is drawn, in millimetres from the top left of a page. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
