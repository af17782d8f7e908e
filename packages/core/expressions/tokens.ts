import * as Result from "effect/Result";

import type { ExpressionProblem, Span } from "./syntax.ts";

export type Token = Span & {
  readonly kind: "number" | "text" | "name" | "symbol" | "end";
  /** The characters of the token; of a text, its value. */
  readonly value: string;
};

const SPACE = /\s*/y;
const TOKENS: ReadonlyArray<readonly [kind: Token["kind"], pattern: RegExp]> = [
  ["number", /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?/y],
  ["name", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["text", /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y],
  ["symbol", /==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]]/y],
];

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t" };

/** Splits an expression into tokens, the last of which is its end. */
export function tokensOf(source: string): Result.Result<ReadonlyArray<Token>, ExpressionProblem> {
  const tokens: Array<Token> = [];
  let position = 0;
  for (;;) {
    position = endOf(SPACE, source, position) ?? position;
    if (position === source.length) break;
    const token = tokenAt(source, position);
    if (token === undefined) return Result.fail(unexpected(source, position));
    tokens.push(token);
    position = token.end;
  }
  tokens.push({ kind: "end", value: "", start: source.length, end: source.length });
  return Result.succeed(tokens);
}

function tokenAt(source: string, start: number): Token | undefined {
  for (const [kind, pattern] of TOKENS) {
    const end = endOf(pattern, source, start);
    if (end === undefined) continue;
    const text = source.slice(start, end);
    return { kind, value: kind === "text" ? unescape(text.slice(1, -1)) : text, start, end };
  }
  return undefined;
}

function endOf(pattern: RegExp, source: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(source) ? pattern.lastIndex : undefined;
}

function unescape(text: string): string {
  return text.replace(ESCAPE, (_, code: string | undefined, character: string | undefined) =>
    code === undefined
      ? (ESCAPES[character ?? ""] ?? character ?? "")
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function unexpected(source: string, position: number): ExpressionProblem {
  const character = String.fromCodePoint(source.codePointAt(position) ?? 0);
  const column = position + 1;
  if (character === '"' || character === "'")
    return { message: `The text after ${character} does not end: add ${character}`, column };
  if (character === "=") return { message: 'Write "==" to compare', column };
  if (character === "&" || character === "|")
    return { message: `Write "${character}${character}"`, column };
  return { message: `Unexpected ${character}`, column };
}
