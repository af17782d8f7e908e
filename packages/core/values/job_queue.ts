import type { Duration, Effect } from "effect";

import type { ProjectId } from "./id.ts";
import type { Timestamp } from "./timestamp.ts";

/** The number of jobs to claim from a queue. Projects take turns. */
export interface ClaimRequest {
  /** The maximum number of jobs. */
  readonly atMost: number;
  /** The maximum number of jobs of one project in flight on this node. */
  readonly share: number;
  /** The jobs in flight on this node, by project. */
  readonly inFlight: ReadonlyMap<string, number>;
}

/** A job that this node has claimed. No other node runs it until the lease ends. */
export interface JobClaim<Id> {
  /** The id of the claim. */
  readonly claim: string;
  /** The id of the job and of its item. */
  readonly id: Id;
  readonly projectId: ProjectId;
  readonly claimedAt: Timestamp;
  /** The number of the attempt, from 1. */
  readonly attempts: number;
  /** How many earlier claims ended with their lease: their workers have probably died. */
  readonly abandonedClaims: number;
}

/**
 * A queue of jobs, one for each unfinished item. It never gives a job up: the job counts its attempts and
 * settles its item.
 */
export interface JobQueue<Id, E = never> {
  /** Queues jobs, each once however often it is offered; in a transaction, when it commits. */
  readonly offer: (
    jobs: ReadonlyArray<{ readonly id: Id; readonly projectId: ProjectId }>,
  ) => Effect.Effect<void, E>;
  /** Ends when jobs may be due: when some were queued since the last call ended, and at intervals. */
  readonly awaitWake: Effect.Effect<void>;
  /** Claims due jobs for this node until the lease ends. Projects take turns. */
  readonly claim: (
    request: ClaimRequest,
    lease: Duration.Duration,
  ) => Effect.Effect<ReadonlyArray<JobClaim<Id>>>;
  /** Extends the leases of running jobs. */
  readonly renew: (
    claims: ReadonlyArray<JobClaim<Id>>,
    lease: Duration.Duration,
  ) => Effect.Effect<void>;
  /** Removes a job that has ended. */
  readonly complete: (claim: JobClaim<Id>) => Effect.Effect<void>;
  /** Returns a failed job to the queue after a delay. */
  readonly retry: (claim: JobClaim<Id>, after: Duration.Duration) => Effect.Effect<void>;
  /** Returns a job to the queue without counting an attempt. */
  readonly release: (claim: JobClaim<Id>) => Effect.Effect<void>;
}
