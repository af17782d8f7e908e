import { nearestName } from "@paraph/core/manifests";
import type { Issue } from "@paraph/core/values";
import { Predicate, SchemaAST } from "effect";

/** The number of unknown fields that are listed. */
const MAX_LISTED = 20;

/** Longer paths are cut. */
const MAX_PATH = 200;

/** The field names of a body. */
export interface BodyShape {
  /** Whether no field is required. */
  readonly isOptional: boolean;
  /**
   * Removes what is `null` and need not be there at all, in place, and lists the fields that the schema
   * does not know, at most 20 and a line about the rest.
   */
  readonly fit: (body: unknown, ignored?: ReadonlySet<string>) => ReadonlyArray<Issue>;
}

/**
 * Reads from a schema which fields a body has. Objects that may hold anything, such as data, metadata and
 * layouts, are left alone.
 */
export function bodyShape(schema: { readonly ast: SchemaAST.AST }): BodyShape {
  const root = SchemaAST.toEncoded(schema.ast);
  const fields = fieldsOf(root, {});
  const isOptional =
    fields !== undefined &&
    !fields.isOpen &&
    [...fields.types.values()].every((type) => SchemaAST.isOptional(type));
  return {
    isOptional,
    fit: (body, ignored = new Set()) => {
      const found = new UnknownFields(ignored);
      visit(root, body, [], found);
      return found.issues;
    },
  };
}

/** The fields that an object may have. */
interface Fields {
  readonly types: ReadonlyMap<string, SchemaAST.AST>;
  /** It may have any others as well. */
  readonly isOpen: boolean;
}

type Path = Array<string | number>;

/** Collects unknown fields up to the limit. */
class UnknownFields {
  readonly issues: Array<Issue> = [];
  readonly #ignored: ReadonlySet<string>;

  constructor(ignored: ReadonlySet<string>) {
    this.#ignored = ignored;
  }

  get isFull(): boolean {
    return this.issues.length > MAX_LISTED;
  }

  add(path: Path, name: string, known: Iterable<string>): void {
    const at = [...path, name].join(".");
    if (this.isFull || this.#ignored.has(at)) return;
    if (this.issues.length === MAX_LISTED) {
      this.issues.push({ path: "", message: "More unknown fields are not listed" });
      return;
    }
    this.issues.push({ path: at.slice(0, MAX_PATH), message: unknownField(name, known) });
  }
}

/** The message for an unknown field, with the nearest known name. */
function unknownField(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "Unknown field" : `Unknown field. Did you mean "${nearest}"?`;
}

function visit(ast: SchemaAST.AST, value: unknown, path: Path, found: UnknownFields): void {
  if (Array.isArray(value)) {
    const list = alternatives(ast).find(SchemaAST.isArrays);
    if (list === undefined || !list.rest.concat(list.elements).some(mayHoldFields)) return;
    for (const [at, item] of value.entries()) {
      const type = list.elements[at] ?? list.rest[0];
      if (type !== undefined) inside(type, item, path, at, found);
    }
    return;
  }
  if (!Predicate.isObject(value)) return;
  const fields = fieldsOf(ast, value);
  if (fields === undefined) return;
  for (const [name, type] of fields.types) {
    if (!Object.hasOwn(value, name)) continue;
    if (value[name] === null && SchemaAST.isOptional(type) && !takesNull(type)) {
      Reflect.deleteProperty(value, name);
    } else inside(type, value[name], path, name, found);
  }
  if (fields.isOpen) return;
  for (const name in value) {
    if (found.isFull) return;
    if (!fields.types.has(name)) found.add(path, name, fields.types.keys());
  }
}

function inside(
  type: SchemaAST.AST,
  value: unknown,
  path: Path,
  step: string | number,
  found: UnknownFields,
): void {
  if (!Predicate.isObjectOrArray(value)) return;
  path.push(step);
  visit(type, value, path, found);
  path.pop();
}

/** The members of a union, or the type itself. */
function alternatives(ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(alternatives);
  return SchemaAST.isSuspend(ast) ? alternatives(ast.thunk()) : [ast];
}

/**
 * The fields of an object; of several kinds of objects those that its literals, such as `kind`, leave.
 * Undefined when nothing is said of objects.
 */
function fieldsOf(
  ast: SchemaAST.AST,
  value: Readonly<Record<string, unknown>>,
): Fields | undefined {
  const kinds = alternatives(ast);
  // A type that accepts any value has no known fields.
  if (kinds.some((kind) => !isNamed(kind))) return undefined;
  const objects = kinds.filter(SchemaAST.isObjects);
  const fitting = objects.filter((kind) => !contradicts(kind, value));
  const chosen = fitting.length > 0 ? fitting : objects;
  if (chosen.length === 0) return undefined;
  const types = chosen
    .flatMap((kind) => kind.propertySignatures)
    .flatMap(({ name, type }) => (Predicate.isString(name) ? [[name, type] as const] : []));
  return { types: new Map(types), isOpen: chosen.some((kind) => kind.indexSignatures.length > 0) };
}

/** Whether a schema says which fields objects have, or that there are no objects. */
function isNamed(ast: SchemaAST.AST): boolean {
  if (SchemaAST.isObjects(ast)) {
    return ast.propertySignatures.length > 0 || ast.indexSignatures.length > 0;
  }
  return !(
    SchemaAST.isUnknown(ast) ||
    SchemaAST.isAny(ast) ||
    SchemaAST.isObjectKeyword(ast) ||
    SchemaAST.isDeclaration(ast)
  );
}

function contradicts(
  { propertySignatures }: SchemaAST.Objects,
  value: Readonly<Record<string, unknown>>,
): boolean {
  return propertySignatures.some(
    ({ name, type }) =>
      Predicate.isString(name) &&
      SchemaAST.isLiteral(type) &&
      Object.hasOwn(value, name) &&
      value[name] !== type.literal,
  );
}

function mayHoldFields(ast: SchemaAST.AST): boolean {
  return alternatives(ast).some((kind) => SchemaAST.isObjects(kind) || SchemaAST.isArrays(kind));
}

function takesNull(ast: SchemaAST.AST): boolean {
  return alternatives(ast).some((kind) => SchemaAST.isNull(kind) || !isNamed(kind));
}
