import type { LayoutField } from "@paraph/core/layouts";

import type { PageNumber } from "../fill/rich_text.ts";
import type { Extent, Placement } from "../flow/flow_box.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import type { Rectangle, Sheet } from "./text_box.ts";

/** Something on a page, ready to be written. */
export type Painted =
  | { readonly kind: "content"; readonly content: string; readonly opacity: number }
  | {
      readonly kind: "image";
      readonly image: PreparedImage;
      readonly field: LayoutField;
      readonly box: Rectangle;
    }
  /** Drawn by pdfme's own plugin for the field's type. */
  | {
      readonly kind: "plugin";
      readonly field: LayoutField;
      readonly value: string;
      readonly box: Rectangle;
    };

/** A field that has been measured and can be painted wherever it comes to stand. */
export interface Block {
  readonly extent: Extent;
  readonly paint: (placement: Placement, page: PageNumber, sheet: Sheet) => Painted | undefined;
}
