import type { Manifest } from "@paraph/core/manifests";

import type { Design } from "./design.ts";
import type { SavedLayout } from "./saved_layout.ts";

/** What fixes change: the design, the definitions of the template, and the settings of the layout. */
export interface Fixable {
  readonly design: Design;
  readonly custom: Manifest;
  readonly settings: SavedLayout;
}

/** A change that solves a problem. */
export interface ProblemFix {
  readonly label: string;
  /** Whether it adds to the data of the template, which the catalog of an integrator may forbid. */
  readonly addsData?: boolean;
  readonly apply: (subject: Fixable) => Fixable;
}
