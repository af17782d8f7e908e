import { FUNCTIONS, isTrue, print } from "./functions.ts";
import { type Templates } from "./parse.ts";
import { type Operand, type Part, type Pipeline, TemplateError, type Value } from "./syntax.ts";

/** Variables of a block, and of those around it. */
interface Scope {
  readonly values: Map<string, Value>;
  readonly outer: Scope | undefined;
}

/** The text of a template. Fails where Go fails, and where Go would print `<no value>`. */
export function execute(templates: Templates, name: string, data: Value): string {
  const parts = templates.get(name);
  if (parts === undefined) throw new TemplateError(`no template "${name}"`);
  return run(parts, data, { values: new Map([["$", data]]), outer: undefined });

  function run(block: ReadonlyArray<Part>, dot: Value, scope: Scope): string {
    return block.map((part) => runPart(part, dot, scope)).join("");
  }

  function runPart(part: Part, dot: Value, scope: Scope): string {
    if (part.kind === "text") return part.text;
    const value = evaluate(part.pipeline, dot, scope);
    if (part.kind === "print") return print(value);
    if (part.kind === "assign") {
      const owner = part.isNew ? scope : findScope(scope, part.name);
      owner.values.set(part.name, value);
      return "";
    }
    if (part.kind === "range" && isTrue(value)) {
      return entriesOf(value)
        .map(([key, each]) => {
          const names = part.variables.length === 1 ? ["", ...part.variables] : part.variables;
          const values = new Map<string, Value>();
          for (const [index, variable] of names.entries()) {
            values.set(variable, index === 0 ? key : each);
          }
          return run(part.body, each, { values, outer: scope });
        })
        .join("");
    }
    const inner = { values: new Map(), outer: scope };
    if (!isTrue(value)) return run(part.otherwise, dot, inner);
    return run(part.body, part.kind === "with" ? value : dot, inner);
  }

  function evaluate(pipeline: Pipeline, dot: Value, scope: Scope): Value {
    let result: ReadonlyArray<Value> = [];
    for (const [first, ...rest] of pipeline) {
      const args = [...rest.map((operand) => read(operand, dot, scope)), ...result];
      if (first?.kind === "function") result = [call(first.name, args)];
      else if (first === undefined || args.length > 0)
        throw new TemplateError("arguments without a function");
      else result = [read(first, dot, scope)];
    }
    return result[0];
  }

  function call(functionName: string, args: ReadonlyArray<Value>): Value {
    if (functionName === "include") return execute(templates, print(args[0]), args[1]);
    const implementation = Object.hasOwn(FUNCTIONS, functionName)
      ? FUNCTIONS[functionName]
      : undefined;
    if (implementation === undefined) throw new TemplateError(`no function "${functionName}"`);
    return implementation(...args);
  }

  function read(operand: Operand, dot: Value, scope: Scope): Value {
    switch (operand.kind) {
      case "constant":
        return operand.value;
      case "dot":
        return fieldOf(dot, operand.path);
      case "variable":
        return fieldOf(findScope(scope, operand.name).values.get(operand.name), operand.path);
      case "function":
        return call(operand.name, []);
      default:
        return fieldOf(evaluate(operand.pipeline, dot, scope), operand.path);
    }
  }
}

function findScope(scope: Scope, name: string): Scope {
  for (let each: Scope | undefined = scope; each !== undefined; each = each.outer)
    if (each.values.has(name)) return each;
  throw new TemplateError(`no variable ${name}`);
}

/** The entries of a list, or of a map in the order of its keys. */
function entriesOf(value: Value): ReadonlyArray<readonly [Value, Value]> {
  if (Array.isArray(value)) return [...value.entries()];
  if (typeof value === "object" && value !== null)
    return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  throw new TemplateError(`cannot range over ${JSON.stringify(value)}`);
}

function fieldOf(value: Value, path: ReadonlyArray<string>): Value {
  let current = value;
  for (const name of path) {
    if (typeof current !== "object" || current === null || isList(current))
      throw new TemplateError(`${JSON.stringify(current) ?? "nil"} has no field ${name}`);
    current = Object.hasOwn(current, name) ? current[name] : undefined;
  }
  return current;
}

const isList = (value: Value): value is ReadonlyArray<Value> => Array.isArray(value);
