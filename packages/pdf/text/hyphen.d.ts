/** Hyphenation patterns of TeX; the package has no types. */
declare module "hyphen/patterns/*.js" {
  /** The rest of a pattern: more letters, the index of its levels at the end, or both. */
  type PatternNode = PatternTree | number | readonly [PatternTree, number];
  interface PatternTree {
    readonly [letter: string]: PatternNode;
  }

  /** The levels of patterns, the patterns as a tree by letters, and exceptions. */
  const patterns: readonly [
    levels: ReadonlyArray<ReadonlyArray<number>>,
    tree: PatternTree,
    exceptions?: Readonly<Record<string, ReadonlyArray<number>>>,
  ];
  export default patterns;
}
