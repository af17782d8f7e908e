import type { SigningField } from "@paraph/core/layouts";
import type { SigningFieldPlace } from "@paraph/core/renders";

import type { Widget } from "../write/form/form.ts";
import type { LinkArea } from "../write/link_area.ts";
import type { Resources } from "../write/resources.ts";
import type { PageTags, StructureElement } from "../write/tags/structure.ts";

/** The page that blocks are painted on. */
export interface Sheet {
  readonly resources: Resources;
  /** In points. */
  readonly height: number;
  /** Collects the links of the page. */
  readonly links: Array<LinkArea>;
  /** Collects the form fields of the page. */
  readonly widgets: Array<Widget>;
  /** Collects the signing fields of the page. */
  readonly signing: Array<PlacedSigningField>;
  /** Undefined for content that is no part of the document's structure. */
  readonly tags?: BlockTags | undefined;
}

/** A signing field on its page, in millimetres from the top left. */
export interface PlacedSigningField
  extends
    Rectangle,
    Pick<SigningField, "name">,
    Omit<SigningFieldPlace, "id" | "page" | "x" | "y" | "width" | "height"> {}

/** A rectangle in millimetres from the top left of a page. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a block puts its part of the document's structure. */
interface BlockTags {
  readonly page: PageTags;
  readonly field: StructureElement;
}
