import * as fs from "node:fs";
import * as path from "node:path";

import MarkdownIt, { type Token } from "markdown-it";

/** The folder that the repository is in. */
export const ROOT = path.resolve(import.meta.dirname, "../..");

/** The text between fences, or in a comment that begins with `meanwhile`. */
export interface Block {
  /** The line of its first fence, counted from 1. */
  readonly line: number;
  /** What it is written in: the first word behind the fence; `sh` for what happens meanwhile. */
  readonly language: string;
  readonly content: string;
  /** It is run elsewhere, not here. */
  readonly skipped: boolean;
  /** What it asks for with curl is to be refused; otherwise that fails its page. */
  readonly refused: boolean;
  /** It does not end by itself: what it prints once the next block may begin. */
  readonly stays: string | undefined;
  /** What it is to print: the block behind `<!-- output -->` that follows. */
  readonly output: { readonly language: string; readonly content: string } | undefined;
}

/** A link or an image, wherever it leads. */
interface Reference {
  readonly line: number;
  readonly target: string;
}

/** A table under a comment that says what it is about, such as `<!-- fields: Render -->`. */
interface Table {
  readonly line: number;
  /** The comment above, without its marks; empty without one. */
  readonly about: string;
  /** The cells of its body as plain text. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
}

/**
 * Where a page's blocks are run: against a server, in a folder that nothing serves, or nowhere.
 * `<!-- run: … -->` says so; a server is what most pages need.
 */
type Surroundings = "server" | "folder" | "none";

/** A page of the documentation, taken apart. */
export interface Page {
  /** Its path from the root of the repository. */
  readonly name: string;
  readonly surroundings: Surroundings;
  readonly blocks: ReadonlyArray<Block>;
  readonly references: ReadonlyArray<Reference>;
  readonly tables: ReadonlyArray<Table>;
  /** What a `#…` may name. */
  readonly anchors: ReadonlySet<string>;
}

const NO_PAGES = new Set(["node_modules", "dist", "coverage"]);

/** Every page of the repository: it may have come without git, so its folders are walked. */
export function readPages(): ReadonlyArray<Page> {
  return [...markdownFiles("")].toSorted().map(readPage);
}

function* markdownFiles(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    if (entry.name.startsWith(".") || NO_PAGES.has(entry.name)) continue;
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* markdownFiles(name);
    else if (name.endsWith(".md")) yield name;
  }
}

function readPage(name: string): Page {
  return parsePage(name, fs.readFileSync(path.join(ROOT, name), "utf8"));
}

/** Takes the text of a page apart. */
export function parsePage(name: string, text: string): Page {
  const tokens = new MarkdownIt({ html: true }).parse(text, {});
  const [, surroundings = "server"] = /<!-- run: (\w+) -->/.exec(text) ?? [];
  if (surroundings !== "server" && surroundings !== "folder" && surroundings !== "none") {
    throw new Error(`${name}: a page runs against a server, in a folder or not at all (none)`);
  }
  const parts = { blocks: blocksOf(tokens), references: referencesOf(tokens) };
  return { name, surroundings, ...parts, tables: tablesOf(tokens), anchors: anchorsOf(tokens) };
}

function blocksOf(tokens: ReadonlyArray<Token>): ReadonlyArray<Block> {
  return tokens.flatMap((token, at): ReadonlyArray<Block> => {
    const line = lineOf(token);
    const [, meanwhile] = /^<!-- meanwhile\n(.*)-->\s*$/s.exec(token.content) ?? [];
    if (token.type === "html_block" && meanwhile !== undefined) {
      const ran = {
        language: "sh",
        content: meanwhile,
        skipped: false,
        refused: false,
        stays: undefined,
      } as const;
      return [{ line, ...ran, output: undefined }];
    }
    const above = commentAt(tokens, at - 1);
    if (token.type !== "fence" || above === "output") return [];
    const skipped = above === "run by .ci/run";
    const refused = above === "refused";
    const [, stays] = /^stays: (.*)/.exec(above) ?? [];
    const next = commentAt(tokens, at + 1) === "output" ? tokens[at + 2] : undefined;
    const output = next?.type === "fence" ? written(next) : undefined;
    return [{ line, ...written(token), skipped, refused, stays, output }];
  });
}

const written = (token: Token) => ({ language: languageOf(token), content: token.content });

const languageOf = ({ info }: Token): string => info.trim().split(/\s/)[0] ?? "";

const lineOf = ({ map }: Token): number => (map?.[0] ?? 0) + 1;

/** The comment of one line that a token is; empty when it is anything else. */
function commentAt(tokens: ReadonlyArray<Token>, at: number): string {
  const token = tokens[at];
  return token?.type === "html_block"
    ? (/^<!-- ([^\n]*) -->\s*$/.exec(token.content)?.[1] ?? "")
    : "";
}

function referencesOf(tokens: ReadonlyArray<Token>): ReadonlyArray<Reference> {
  let line = 1;
  return tokens.flatMap((token) => {
    // Cells of tables do not know their lines, their rows do.
    if (token.map !== null) line = lineOf(token);
    const html = [token, ...(token.children ?? [])].filter(({ type }) => type.startsWith("html_"));
    const named = html.flatMap(({ content }) => [
      ...content.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g),
    ]);
    const targets = (token.children ?? []).flatMap(
      (child) => child.attrs?.filter(([name]) => name === "href" || name === "src") ?? [],
    );
    return [...targets, ...named].map(([, target = ""]) => ({ line, target: String(target) }));
  });
}

/** The ids that GitHub gives headings, and those that elements have. */
function anchorsOf(tokens: ReadonlyArray<Token>): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    for (const [, id = ""] of token.content.matchAll(/<[^>]* (?:id|name)="([^"]*)"/g)) {
      anchors.add(id);
    }
    if (token.type !== "heading_open") continue;
    const base = plain(tokens[at + 1])
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    let anchor = base;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${base}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

const plain = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ content }) => content).join("");

function tablesOf(tokens: ReadonlyArray<Token>): ReadonlyArray<Table> {
  return tokens.flatMap((token, at) => {
    if (token.type !== "table_open") return [];
    const end = tokens.findIndex(({ type }, i) => i > at && type === "table_close");
    const rows: Array<Array<string>> = [];
    let isBody = false;
    for (const inside of tokens.slice(at, end)) {
      if (inside.type === "tbody_open") isBody = true;
      if (inside.type === "tr_open" && isBody) rows.push([]);
      if (inside.type === "inline" && isBody) rows.at(-1)?.push(plain(inside));
    }
    return [{ line: lineOf(token), about: commentAt(tokens, at - 1), rows }];
  });
}
