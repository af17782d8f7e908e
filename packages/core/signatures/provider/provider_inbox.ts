import { Context, type Duration, type Effect, Schema } from "effect";

import { Timestamp } from "../../values/mod.ts";
import type { ProviderName } from "./signature_provider.ts";

const at = { at: Timestamp };

/**
 * What a provider says has happened to a request, in words that all providers share. `recipientId` is
 * the provider's own.
 */
export const ProviderReport = Schema.Union([
  Schema.Struct({
    ...at,
    kind: Schema.Literal("viewed"),
    recipientId: Schema.NullOr(Schema.String),
  }),
  Schema.Struct({ ...at, kind: Schema.Literal("signed"), recipientId: Schema.String }),
  Schema.Struct({
    ...at,
    kind: Schema.Literal("declined"),
    recipientId: Schema.NullOr(Schema.String),
    reason: Schema.NullOr(Schema.String),
  }),
  // Everybody has signed; the documents may still take a while.
  Schema.Struct({ ...at, kind: Schema.Literals(["completed", "expired"]) }),
  Schema.Struct({ ...at, kind: Schema.Literal("cancelled"), reason: Schema.NullOr(Schema.String) }),
  Schema.Struct({ ...at, kind: Schema.Literal("failed"), reason: Schema.String }),
]);
export type ProviderReport = typeof ProviderReport.Type;

/** A report as it came in: kept before anything is made of it. */
export interface IncomingReport {
  /** Names the report among all of its provider's: one that comes again is kept once. */
  readonly key: string;
  /** The request it speaks of, by the provider's id of it. */
  readonly providerId: string;
  /** What it says; `null` when the provider is to be asked. */
  readonly report: ProviderReport | null;
  /** What was received, without secrets, for whoever looks into it later. */
  readonly received: Readonly<Record<string, unknown>>;
}

/** Where providers' reports wait to be worked off, each of them once. */
export class ProviderInbox extends Context.Service<
  ProviderInbox,
  {
    /**
     * Keeps reports, except those it has already. Within a transaction they are there when it
     * commits, or never.
     */
    readonly deliver: (
      provider: ProviderName,
      reports: ReadonlyArray<IncomingReport>,
    ) => Effect.Effect<void>;
    /** Forgets reports that came longer ago than this, applied or not. */
    readonly prune: (age: Duration.Duration) => Effect.Effect<void>;
  }
>()("@paraph/core/signatures/ProviderInbox") {}
