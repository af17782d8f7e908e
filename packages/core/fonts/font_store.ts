import { Context, type Effect, type Option } from "effect";

import type { FontId, ProjectId } from "../values/mod.ts";
import type { Font, FontInstance } from "./font.ts";
import type { FontCoordinates } from "./font_file.ts";

/** A named instance with its coordinates. */
export interface StoredInstance extends FontInstance {
  readonly coordinates: FontCoordinates;
}

/** A stored font. The SHA-256 of its file is the id of the blob. */
export interface StoredFont extends Omit<Font, "instances"> {
  readonly projectId: ProjectId;
  readonly instances: ReadonlyArray<StoredInstance>;
}

/** The fonts of a project in numbers. */
export interface FontTotals {
  readonly count: number;
  readonly bytes: number;
}

/** Stores the fonts of projects. */
export class FontStore extends Context.Service<
  FontStore,
  {
    /** Adds a font and a reference to its blob. */
    readonly add: (font: StoredFont) => Effect.Effect<void>;
    /** The number and the size of a project's fonts. Locks out additions until the transaction ends. */
    readonly totalsLocked: (project: ProjectId) => Effect.Effect<FontTotals>;
    readonly find: (project: ProjectId, name: string) => Effect.Effect<Option.Option<StoredFont>>;
    readonly findById: (project: ProjectId, id: FontId) => Effect.Effect<Option.Option<StoredFont>>;
    /** By name. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<StoredFont>>;
    /** Removes a font; returns its id. */
    readonly remove: (project: ProjectId, name: string) => Effect.Effect<Option.Option<FontId>>;
  }
>()("@paraph/core/fonts/FontStore") {}
