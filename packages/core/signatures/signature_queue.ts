import { Context, type Duration, type Effect } from "effect";

import type { TraceParent } from "../telemetry/mod.ts";
import type { ClaimRequest, ProjectId, SignatureRequestId } from "../values/mod.ts";

/** A request that this node looks after until the lease ends. */
export interface SignatureClaim {
  readonly id: SignatureRequestId;
  readonly projectId: ProjectId;
  /** Names the claim. */
  readonly claim: string;
  /** How often in a row looking after it has come to nothing. */
  readonly failures: number;
  /** What woke it, unless its time has come. */
  readonly traceParent: TraceParent | null;
}

/** When a request is to be looked at again. */
export type NextRun =
  | { readonly kind: "in"; readonly delay: Duration.Duration }
  /** The same, because this time came to nothing. */
  | { readonly kind: "retry"; readonly delay: Duration.Duration }
  | { readonly kind: "never" };

/** The signature requests that somebody has to look after: each is due at a time of its own. */
export class SignatureQueue extends Context.Service<
  SignatureQueue,
  {
    /** Makes a request due at once, when the transaction commits. */
    readonly wake: (id: SignatureRequestId) => Effect.Effect<void>;
    /** Has a request looked after, from then on, that is about to be handed to its provider. */
    readonly watch: (id: SignatureRequestId, from: Duration.Duration) => Effect.Effect<void>;
    /** Ends when something was made due in this process since it last ended. */
    readonly awaitWake: Effect.Effect<void>;
    /** Claims requests that are due, until the lease ends. */
    readonly claim: (
      request: ClaimRequest,
      lease: Duration.Duration,
    ) => Effect.Effect<ReadonlyArray<SignatureClaim>>;
    /** Prolongs the leases of requests that are still looked after. */
    readonly renew: (
      claims: ReadonlyArray<SignatureClaim>,
      lease: Duration.Duration,
    ) => Effect.Effect<void>;
    /** Lays a request down again. One that was woken meanwhile stays due. */
    readonly release: (claim: SignatureClaim, next: NextRun) => Effect.Effect<void>;
  }
>()("@paraph/core/signatures/SignatureQueue") {}
