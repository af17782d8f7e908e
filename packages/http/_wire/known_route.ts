/** A path that exists and the methods it answers to. */
export interface KnownRoute {
  readonly path: string;
  readonly methods: ReadonlySet<string>;
}
