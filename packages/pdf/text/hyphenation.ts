/** Returns the offsets at which a word can be hyphenated, in ascending order. */
export type Hyphenator = (word: string) => ReadonlyArray<number>;

/** The patterns by language. Bundles have each as a separate file. */
const PATTERNS = {
  be: () => import("hyphen/patterns/be.js"),
  bg: () => import("hyphen/patterns/bg.js"),
  ca: () => import("hyphen/patterns/ca.js"),
  cs: () => import("hyphen/patterns/cs.js"),
  da: () => import("hyphen/patterns/da.js"),
  de: () => import("hyphen/patterns/de-1996.js"),
  el: () => import("hyphen/patterns/el-monoton.js"),
  en: () => import("hyphen/patterns/en-us.js"),
  "en-GB": () => import("hyphen/patterns/en-gb.js"),
  es: () => import("hyphen/patterns/es.js"),
  et: () => import("hyphen/patterns/et.js"),
  eu: () => import("hyphen/patterns/eu.js"),
  fi: () => import("hyphen/patterns/fi.js"),
  fr: () => import("hyphen/patterns/fr.js"),
  ga: () => import("hyphen/patterns/ga.js"),
  gl: () => import("hyphen/patterns/gl.js"),
  hr: () => import("hyphen/patterns/hr.js"),
  hu: () => import("hyphen/patterns/hu.js"),
  is: () => import("hyphen/patterns/is.js"),
  it: () => import("hyphen/patterns/it.js"),
  lt: () => import("hyphen/patterns/lt.js"),
  lv: () => import("hyphen/patterns/lv.js"),
  nb: () => import("hyphen/patterns/nb.js"),
  nl: () => import("hyphen/patterns/nl.js"),
  pl: () => import("hyphen/patterns/pl.js"),
  pt: () => import("hyphen/patterns/pt.js"),
  ro: () => import("hyphen/patterns/ro.js"),
  ru: () => import("hyphen/patterns/ru.js"),
  sk: () => import("hyphen/patterns/sk.js"),
  sl: () => import("hyphen/patterns/sl.js"),
  sr: () => import("hyphen/patterns/sr-cyrl.js"),
  sv: () => import("hyphen/patterns/sv.js"),
  tr: () => import("hyphen/patterns/tr.js"),
  uk: () => import("hyphen/patterns/uk.js"),
};
type PatternName = keyof typeof PATTERNS;

/** The patterns of the algorithm of Liang. */
type Patterns = Awaited<ReturnType<(typeof PATTERNS)["de"]>>["default"];
type PatternTree = Patterns[1];
type PatternNode = PatternTree[string];

const isPatternName = (name: string): name is PatternName => Object.hasOwn(PATTERNS, name);

/** Languages with the patterns of another one. */
const SAME: Readonly<Record<string, PatternName>> = { nn: "nb", no: "nb" };

/** English outside of North America divides words by their origin. */
const BRITISH = new Set(["GB", "IE", "AU", "NZ", "IN", "ZA"]);

const hyphenators = new Map<PatternName, Promise<Hyphenator>>();

/**
 * Loads the hyphenation of a language; undefined if there is none.
 *
 * @param language A BCP 47 tag.
 */
export async function loadHyphenator(language: string): Promise<Hyphenator | undefined> {
  const name = patternName(language);
  if (name === undefined) return undefined;
  const loaded = hyphenators.get(name) ?? loadPatterns(name);
  hyphenators.set(name, loaded);
  return loaded;
}

function patternName(tag: string): PatternName | undefined {
  const { language, region = "" } = new Intl.Locale(tag);
  if (language === "en" && BRITISH.has(region)) return "en-GB";
  const name = SAME[language] ?? language;
  return isPatternName(name) ? name : undefined;
}

async function loadPatterns(name: PatternName): Promise<Hyphenator> {
  const { default: patterns } = await PATTERNS[name]();
  return makeHyphenator(patterns);
}

/** The minimum number of letters of a word, before a hyphen and after it. */
const LEAST = { word: 6, before: 2, after: 3 };

/** Longer words are not words. */
const LONGEST = 80;

const CACHE_LIMIT = 20_000;

/** A word with punctuation around it. Names with digits, addresses and capitals are not divided. */
const WORD = /^[^\p{L}\p{N}@/_]*(\p{L}[\p{L}\p{M}’']*)[^\p{L}\p{N}@/_]*$/u;
const CAPITALS = /^\P{Ll}+$/u;

function makeHyphenator(patterns: Patterns): Hyphenator {
  const cache = new Map<string, ReadonlyArray<number>>();
  return (text) => {
    if (text.length < LEAST.word || text.length > LONGEST) return NONE;
    const cachedOffsets = cache.get(text);
    if (cachedOffsets !== undefined) return cachedOffsets;
    if (cache.size >= CACHE_LIMIT) cache.clear();
    const offsets = offsetsIn(text, patterns);
    cache.set(text, offsets);
    return offsets;
  };
}

const NONE: ReadonlyArray<number> = [];

function offsetsIn(text: string, patterns: Patterns): ReadonlyArray<number> {
  const word = WORD.exec(text)?.[1] ?? "";
  const letters = word.toLowerCase();
  // The lower case of a few letters is longer.
  if (word.length < LEAST.word || letters.length !== word.length || CAPITALS.test(word))
    return NONE;
  const start = text.indexOf(word);
  return hyphenPositions(letters, patterns)
    .filter((offset) => {
      // The letters of an elision, as in l’été, do not count.
      const before =
        offset - 1 - Math.max(...["’", "'"].map((sign) => word.lastIndexOf(sign, offset - 1)));
      return before >= LEAST.before && offset <= word.length - LEAST.after;
    })
    .map((offset) => start + offset);
}

/** The positions of odd levels, where the highest level of all matching patterns counts. */
function hyphenPositions(
  letters: string,
  [levelsOf, tree, exceptions]: Patterns,
): ReadonlyArray<number> {
  if (exceptions !== undefined && Object.hasOwn(exceptions, letters))
    return exceptions[letters] ?? NONE;
  const text = `.${letters}.`;
  const levels: Array<number> = Array(letters.length + 1).fill(0);
  for (let start = 0; start < text.length; start++) {
    // The levels of a pattern begin before its first letter, also if a dot precedes that letter.
    const first = Math.max(0, start - 1);
    let branch: PatternTree | undefined = tree;
    for (let index = start; index < text.length && branch !== undefined; index++) {
      const letter = text[index] ?? "";
      if (!Object.hasOwn(branch, letter)) break;
      const node: PatternNode | undefined = branch[letter];
      const [next, pattern] = readNode(node);
      (levelsOf[pattern ?? -1] ?? NONE).forEach((level, offset) => {
        levels[first + offset] = Math.max(levels[first + offset] ?? 0, level);
      });
      branch = next;
    }
  }
  return levels.flatMap((level, position) => (level % 2 === 1 ? [position] : []));
}

function readNode(
  node: PatternNode | undefined,
): readonly [next: PatternTree | undefined, pattern: number | undefined] {
  if (typeof node === "number") return [undefined, node];
  if (isBranch(node)) return [node, undefined];
  return node ?? [undefined, undefined];
}

function isBranch(node: PatternNode | undefined): node is PatternTree {
  return typeof node === "object" && !Array.isArray(node);
}
