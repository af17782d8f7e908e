/** The properties of a document that readers show. */
export interface Information {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly subject?: string | undefined;
  readonly keywords?: ReadonlyArray<string>;
}
