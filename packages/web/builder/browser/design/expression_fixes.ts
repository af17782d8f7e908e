import { changeAt } from "../data/expression_places.ts";
import { renameInSettings, renameMentions } from "../data/rename_key.ts";
import { TEXTS } from "../texts.ts";
import type { Fixable, ProblemFix } from "./problem_fix.ts";

/** A name of an expression that does not exist, with the nearest one that does. */
interface Misspelling {
  readonly wrong: string;
  readonly nearest: string;
  /** The expression, or its beginning if it is long. */
  readonly source: string;
  /** Where the name is in the expression or follows, from 1. */
  readonly column: number;
}

const { fixes: texts } = TEXTS.problems;

const IN_EXPRESSION = /^(.*)\. Did you mean "([^"]+)"\? \(column (\d+) of \{= ([^]*) \}\)$/;
const UNKNOWN = {
  key: /^The manifest has no "([^"]+)"$/,
  item: /^"[^"]+" has no item field "([^"]+)"$/,
  function: /^There is no function (\w+)\(\)$/,
};
const UNKNOWN_COLUMN =
  /^(?:"[^"]+" has no item field|The table of "[^"]+" shows no) "([^"]+)"\. Did you mean "([^"]+)"\?$/;

/** Uses the nearest name in an expression, or as a column of a table. */
export function expressionFixes(path: string, message: string): ReadonlyArray<ProblemFix> {
  const [, wrongColumn, nearestColumn] = UNKNOWN_COLUMN.exec(message) ?? [];
  if (wrongColumn !== undefined && nearestColumn !== undefined) {
    // A column that is the name of a setting, such as that of a total, is not a text.
    if (path.endsWith(`.${wrongColumn}`)) return [];
    const put = (text: string) => (text === wrongColumn ? nearestColumn : text);
    return [{ label: texts.use(nearestColumn), apply: (subject) => withText(subject, path, put) }];
  }
  const [, problem = "", nearest = "", column, code = ""] = IN_EXPRESSION.exec(message) ?? [];
  if (column === undefined) return [];
  const [, key] = UNKNOWN.key.exec(problem) ?? [];
  if (key !== undefined) return [{ label: texts.use(nearest), apply: useKey(key, nearest) }];
  const [, name] = UNKNOWN.function.exec(problem) ?? [];
  const [, wrong = name] = UNKNOWN.item.exec(problem) ?? [];
  if (wrong === undefined) return [];
  const misspelling = { wrong, nearest, source: code.replace(/…$/u, ""), column: Number(column) };
  return [
    {
      label: texts.use(name === undefined ? nearest : `${nearest}()`),
      apply: (subject) => withText(subject, path, (text) => corrected(text, misspelling)),
    },
  ];
}

/** Uses a key in all texts and expressions that name an unknown one. */
function useKey(key: string, nearest: string): ProblemFix["apply"] {
  return ({ design, custom, settings }) => ({
    design: renameMentions(design, key, nearest),
    custom,
    settings: renameInSettings(settings, key, nearest, custom),
  });
}

/** The parts of a layout that the design has. */
const DESIGN_PARTS = new Set(["basePdf", "schemas", "pages"]);

/** Changes the text at a path in the layout, such as `layout.schemas.0.2.columns.1`. */
function withText(subject: Fixable, path: string, change: (text: string) => string): Fixable {
  const [, ...steps] = path.split(".");
  const part = DESIGN_PARTS.has(steps[0] ?? "") ? "design" : "settings";
  return { ...subject, [part]: changeAt(subject[part], steps, change) };
}

/** A text with the right name at the place of the problem. */
function corrected(text: string, { wrong, nearest, source, column }: Misspelling): string {
  const start = text.indexOf(source);
  if (start === -1) return text;
  const from = start + column - 1;
  const name = new RegExp(`(?<!\\w)${wrong.replaceAll(".", "\\.")}(?!\\w)`);
  return text.slice(0, from) + text.slice(from).replace(name, () => nearest);
}
