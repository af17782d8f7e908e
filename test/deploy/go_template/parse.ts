import { type Operand, type Part, type Pipeline, TemplateError } from "./syntax.ts";

/** Templates by name: one for the file, and those that it defines. */
export type Templates = Map<string, ReadonlyArray<Part>>;

/** Text, or the content of an action. */
type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "action"; readonly text: string };

/** Adds the templates of a file. Syntax that the charts of this repository do not use is refused. */
export function parseFile(name: string, source: string, templates: Templates): void {
  const pieces = splitActions(source);
  let position = 0;

  /** Parses up to the action that ends the block, and returns that action. */
  function parseBlock(): { readonly parts: ReadonlyArray<Part>; readonly end: string } {
    const parts: Array<Part> = [];
    for (;;) {
      const piece = pieces[position++];
      if (piece === undefined) return { parts, end: "" };
      if (piece.kind === "text") {
        parts.push(piece);
        continue;
      }
      const [, keyword = "", rest = ""] = /^([a-z]+)?\s*(.*)$/s.exec(piece.text) ?? [];
      if (keyword === "end" || keyword === "else") return { parts, end: piece.text };
      if (keyword === "define") {
        const { parts: body, end } = parseBlock();
        if (end !== "end") throw new TemplateError(`${name}: define ends with "${end}"`);
        templates.set(String(JSON.parse(rest)), body);
      } else if (keyword === "if" || keyword === "with" || keyword === "range") {
        parts.push(parseControl(keyword, rest));
      } else parts.push(parseAction(piece.text));
    }
  }

  function parseControl(kind: "if" | "with" | "range", source: string): Part {
    const [, names = "", text = source] =
      /^(\$\w+(?:\s*,\s*\$\w+)?)\s*:=\s*(.*)$/s.exec(source) ?? [];
    if (kind !== "range" && names !== "") throw new TemplateError(`${name}: ${kind} ${source}`);
    const pipeline = parsePipeline(text);
    const { parts: body, end } = parseBlock();
    const variables = names === "" ? [] : names.split(",").map((each) => each.trim());
    const control = { kind, variables, pipeline, body };
    if (end === "end") return { ...control, otherwise: [] };
    const [, condition] = /^else if\s+(.*)$/s.exec(end) ?? [];
    if (condition !== undefined) return { ...control, otherwise: [parseControl("if", condition)] };
    if (end !== "else") throw new TemplateError(`${name}: ${kind} has no end`);
    const { parts: otherwise, end: last } = parseBlock();
    if (last !== "end") throw new TemplateError(`${name}: else ends with "${last}"`);
    return { ...control, otherwise };
  }

  const { parts, end } = parseBlock();
  if (end !== "") throw new TemplateError(`${name}: "${end}" without a beginning`);
  templates.set(name, parts);
}

/** Splits a template, and trims spaces as `{{-` and `-}}` say. */
function splitActions(source: string): ReadonlyArray<Piece> {
  const pieces: Array<Piece> = [];
  let start = 0;
  let trimsNext = false;
  const addText = (text: string, trimsEnd: boolean) => {
    const trimmed = trimsNext ? text.trimStart() : text;
    pieces.push({ kind: "text", text: trimsEnd ? trimmed.trimEnd() : trimmed });
  };
  for (const match of source.matchAll(/\{\{(-\s)?(.*?)(\s-)?\}\}/gs)) {
    const [whole, before, text = "", after] = match;
    // A comment may touch its marks: {{/* … */}}.
    addText(source.slice(start, match.index), before !== undefined);
    trimsNext = after !== undefined;
    if (!/^\/\*.*\*\/$/s.test(text)) pieces.push({ kind: "action", text: text.trim() });
    start = match.index + whole.length;
  }
  addText(source.slice(start), false);
  return pieces;
}

function parseAction(text: string): Part {
  const [, name, operator, value = ""] = /^(\$\w+)\s*(:?=)\s*(.*)$/s.exec(text) ?? [];
  return name === undefined
    ? { kind: "print", pipeline: parsePipeline(text) }
    : { kind: "assign", name, isNew: operator === ":=", pipeline: parsePipeline(value) };
}

const TOKEN =
  /\s*("(?:[^"\\]|\\.)*"|-?\d+(?!\w)|\$\w*(?:\.\w+)*|(?:\.\w+)+|\.(?!\w)|\(|\)(?:\.\w+)*|\||[a-zA-Z]\w*)/y;

function tokenize(text: string): ReadonlyArray<string> {
  const tokens: Array<string> = [];
  TOKEN.lastIndex = 0;
  for (const end = text.trimEnd().length; TOKEN.lastIndex < end;) {
    const position = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new TemplateError(`unknown syntax: ${text.slice(position)}`);
    tokens.push(token);
  }
  return tokens;
}

function parsePipeline(text: string): Pipeline {
  const tokens = tokenize(text);
  let position = 0;

  /** Parses up to the closing parenthesis, which it returns with its fields. */
  function parseCommands(): { readonly pipeline: Pipeline; readonly close: string } {
    const commands: Array<Array<Operand>> = [[]];
    for (;;) {
      const token = tokens[position++];
      if (token === undefined || token.startsWith(")")) {
        if (commands.some((command) => command.length === 0))
          throw new TemplateError(`empty command: ${text}`);
        return { pipeline: commands, close: token ?? "" };
      }
      if (token === "|") commands.push([]);
      else if (token === "(") {
        const { pipeline, close } = parseCommands();
        if (close === "") throw new TemplateError(`unclosed parenthesis: ${text}`);
        commands.at(-1)?.push({ kind: "group", pipeline, path: close.split(".").slice(1) });
      } else commands.at(-1)?.push(parseOperand(token));
    }
  }

  const { pipeline, close } = parseCommands();
  if (close !== "") throw new TemplateError(`unopened parenthesis: ${text}`);
  return pipeline;
}

function parseOperand(token: string): Operand {
  if (/^["\d-]/.test(token)) return { kind: "constant", value: JSON.parse(token) };
  if (token === "true" || token === "false") return { kind: "constant", value: token === "true" };
  const [head = "", ...path] = token.split(".").filter((name, index) => index === 0 || name !== "");
  if (head === "") return { kind: "dot", path };
  return head.startsWith("$")
    ? { kind: "variable", name: head, path }
    : { kind: "function", name: token };
}
