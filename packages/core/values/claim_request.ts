/** The number of jobs to claim from a queue. Projects take turns. */
export interface ClaimRequest {
  /** The maximum number of jobs. */
  readonly atMost: number;
  /** The maximum number of jobs of one project in flight on this node. */
  readonly share: number;
  /** The jobs in flight on this node, by project. */
  readonly inFlight: ReadonlyMap<string, number>;
}
