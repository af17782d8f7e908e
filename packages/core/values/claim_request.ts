/** The jobs that a node asks of a queue. Projects take turns. */
export interface ClaimRequest {
  /** How many jobs at most. */
  readonly atMost: number;
  /** How many jobs of one project this node may run at once. */
  readonly share: number;
  /** How many jobs of each project it runs. */
  readonly held: ReadonlyMap<string, number>;
}
