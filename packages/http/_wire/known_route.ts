/** A path that exists and the methods it answers to. */
export interface KnownRoute {
  readonly path: string;
  readonly methods: ReadonlySet<string>;
  /** Whether an endpoint of the API answers and not a page beside it. */
  readonly isEndpoint: boolean;
}
