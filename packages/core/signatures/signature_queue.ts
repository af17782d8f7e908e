import { Context, type Duration, type Effect } from "effect";

import type { TraceParent } from "../telemetry/mod.ts";
import type { ClaimRequest, ProjectId, SignatureRequestId } from "../values/mod.ts";

/** A request that this node has claimed until the lease ends. */
export interface SignatureClaim {
  readonly id: SignatureRequestId;
  readonly projectId: ProjectId;
  /** The id of the claim. */
  readonly claim: string;
  /** The number of consecutive failed runs. */
  readonly failures: number;
  /** The span that woke it; `null` if its time has come. */
  readonly traceParent: TraceParent | null;
}

/** When to run a request again. */
export type NextRun =
  | { readonly kind: "in"; readonly delay: Duration.Duration }
  /** Like `in`, after a failed run. */
  | { readonly kind: "retry"; readonly delay: Duration.Duration }
  | { readonly kind: "never" };

/** The queue of signature requests, each with its due time. */
export class SignatureQueue extends Context.Service<
  SignatureQueue,
  {
    /** Makes a request due immediately when the transaction commits. */
    readonly wake: (id: SignatureRequestId) => Effect.Effect<void>;
    /** Adds an unsent request, due after a delay. */
    readonly watch: (id: SignatureRequestId, from: Duration.Duration) => Effect.Effect<void>;
    /** Ends when requests may be due: when some were made due since the last call ended, and at intervals. */
    readonly awaitWake: Effect.Effect<void>;
    /** Claims due requests for this node until the lease ends. */
    readonly claim: (
      request: ClaimRequest,
      lease: Duration.Duration,
    ) => Effect.Effect<ReadonlyArray<SignatureClaim>>;
    /** Extends the leases of running requests. */
    readonly renew: (
      claims: ReadonlyArray<SignatureClaim>,
      lease: Duration.Duration,
    ) => Effect.Effect<void>;
    /** Requeues a request. A request that was woken meanwhile stays due. */
    readonly release: (claim: SignatureClaim, next: NextRun) => Effect.Effect<void>;
  }
>()("@paraph/core/signatures/SignatureQueue") {}
