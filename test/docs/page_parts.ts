import * as fs from "node:fs";
import * as path from "node:path";

import MarkdownIt, { type Token } from "markdown-it";

import { anchorOf } from "../../docs/.vitepress/anchor.ts";

/** The root of the repository. */
export const ROOT = path.resolve(import.meta.dirname, "../..");

/** A fenced block, or the text of a comment that begins with `meanwhile`. */
export interface Block {
  /** The line of its first fence, counted from 1. */
  readonly line: number;
  /** Its language: the first word after the fence; `sh` for `meanwhile`. */
  readonly language: string;
  /** The title of its tab in a code group; empty outside of one. */
  readonly title: string;
  readonly content: string;
  /** Whether it runs elsewhere. */
  readonly skipped: boolean;
  /** Whether its curl requests must be refused; otherwise a refusal fails the page. */
  readonly refused: boolean;
  /** For a block that keeps running: its output when the next block may begin. */
  readonly stays: string | undefined;
  /**
   * Its expected output: the block after the following `<!-- output -->`, or after the `<!-- output of TITLE, … -->`
   * below its code group.
   */
  readonly output: { readonly language: string; readonly content: string } | undefined;
}

/** A link or an image. */
interface Reference {
  readonly line: number;
  readonly target: string;
}

/** A table below a comment about its subject, such as `<!-- fields: Render -->`. */
interface Table {
  readonly line: number;
  /** The text of that comment; empty without one. */
  readonly about: string;
  /** The cells of its body as plain text. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
}

/**
 * Where a page's blocks run: against a server, in a folder, or nowhere. `<!-- run: … -->` sets it; most pages
 * need a server.
 */
type Surroundings = "server" | "folder" | "none";

/** A parsed page of the documentation. */
export interface Page {
  /** Its path from the root of the repository. */
  readonly name: string;
  readonly surroundings: Surroundings;
  readonly blocks: ReadonlyArray<Block>;
  readonly references: ReadonlyArray<Reference>;
  readonly tables: ReadonlyArray<Table>;
  /** The valid `#…` anchors. */
  readonly anchors: ReadonlySet<string>;
}

const NO_PAGES = new Set(["node_modules", "dist", "coverage"]);

/** Reads all pages of the repository. It walks folders because the sources may have come without git. */
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

/** Parses a page. */
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
  const outputs = outputsOf(tokens);
  return tokens.flatMap((token, index): ReadonlyArray<Block> => {
    const line = lineOf(token);
    const [, meanwhile] = /^<!-- meanwhile\n(.*)-->\s*$/s.exec(token.content) ?? [];
    if (token.type === "html_block" && meanwhile !== undefined) {
      const defaults = {
        language: "sh",
        title: "",
        content: meanwhile,
        skipped: false,
        refused: false,
        stays: undefined,
      } as const;
      return [{ line, ...defaults, output: undefined }];
    }
    const above = commentAt(tokens, index - 1);
    if (token.type !== "fence" || OUTPUT.test(above)) return [];
    const skipped = above === "run by .ci/run";
    const refused = above === "refused";
    const [, stays] = /^stays: (.*)/.exec(above) ?? [];
    return [
      {
        line,
        title: titleOf(token),
        ...sourceOf(token),
        skipped,
        refused,
        stays,
        output: outputs.get(token),
      },
    ];
  });
}

/** A comment above an expected output, with the titles of its blocks if it is below a code group. */
const OUTPUT = /^output(?: of (.*))?$/;

/** The expected outputs by the tokens of their blocks. */
function outputsOf(tokens: ReadonlyArray<Token>) {
  const outputs = new Map<Token, ReturnType<typeof sourceOf>>();
  for (const [index, token] of tokens.entries()) {
    const [comment, titles] = OUTPUT.exec(commentAt(tokens, index - 1)) ?? [];
    if (comment === undefined || token.type !== "fence") continue;
    for (const title of titles?.split(", ") ?? [undefined]) {
      const block =
        title === undefined
          ? tokens[index - 2]
          : tokens.findLast((each, n) => n < index && titleOf(each) === title);
      if (block?.type !== "fence")
        throw new Error(`No block above line ${lineOf(token)} prints it`);
      outputs.set(block, sourceOf(token));
    }
  }
  return outputs;
}

const sourceOf = (token: Token) => ({ language: languageOf(token), content: token.content });

const languageOf = ({ info }: Token): string => info.trim().split(/\s/)[0] ?? "";

const titleOf = ({ info }: Token): string => /\[(.*)\]$/.exec(info)?.[1] ?? "";

const lineOf = ({ map }: Token): number => (map?.[0] ?? 0) + 1;

/** The one-line comment of a token; empty for anything else. */
function commentAt(tokens: ReadonlyArray<Token>, index: number): string {
  const token = tokens[index];
  return token?.type === "html_block"
    ? (/^<!-- ([^\n]*) -->\s*$/.exec(token.content)?.[1] ?? "")
    : "";
}

function referencesOf(tokens: ReadonlyArray<Token>): ReadonlyArray<Reference> {
  let line = 1;
  return tokens.flatMap((token) => {
    // Rows have lines, cells do not.
    if (token.map !== null) line = lineOf(token);
    const html = [token, ...(token.children ?? [])].filter(({ type }) => type.startsWith("html_"));
    const htmlTargets = html.flatMap(({ content }) => [
      ...content.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g),
    ]);
    const targets = (token.children ?? []).flatMap(
      (child) => child.attrs?.filter(([name]) => name === "href" || name === "src") ?? [],
    );
    return [...targets, ...htmlTargets].map(([, target = ""]) => ({
      line,
      target: String(target),
    }));
  });
}

/** The ids that GitHub gives headings, and those that elements have. */
function anchorsOf(tokens: ReadonlyArray<Token>): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    for (const [, id = ""] of token.content.matchAll(/<[^>]* (?:id|name)="([^"]*)"/g)) {
      anchors.add(id);
    }
    if (token.type !== "heading_open") continue;
    const base = anchorOf(plain(tokens[index + 1]));
    let anchor = base;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${base}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

const plain = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ content }) => content).join("");

function tablesOf(tokens: ReadonlyArray<Token>): ReadonlyArray<Table> {
  return tokens.flatMap((token, index) => {
    if (token.type !== "table_open") return [];
    const end = tokens.findIndex(({ type }, i) => i > index && type === "table_close");
    const rows: Array<Array<string>> = [];
    let isBody = false;
    for (const inside of tokens.slice(index, end)) {
      if (inside.type === "tbody_open") isBody = true;
      if (inside.type === "tr_open" && isBody) rows.push([]);
      if (inside.type === "inline" && isBody) rows.at(-1)?.push(plain(inside));
    }
    return [{ line: lineOf(token), about: commentAt(tokens, index - 1), rows }];
  });
}
