import { nearestName } from "@paraph/core/manifests";
import type { Issue } from "@paraph/core/values";
import { Predicate, SchemaAST } from "effect";

/** The number of unknown fields that are listed. */
const MAX_LISTED = 20;

/** Longer paths are truncated. */
const MAX_PATH = 200;

/** The field names of a body. */
export interface BodyShape {
  /** Whether no field is required. */
  readonly isOptional: boolean;
  /**
   * Removes `null` from optional fields that do not allow it, in place. Returns the fields that are
   * not in the schema, at most 20, then an entry for the rest.
   */
  readonly normalize: (body: unknown, ignoredFields?: ReadonlySet<string>) => ReadonlyArray<Issue>;
}

/**
 * The fields of a body according to its schema. Objects with arbitrary fields, such as data,
 * metadata and layouts, are not checked.
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
    normalize: (body, ignoredFields = new Set()) => {
      const unknownFields = new UnknownFields(ignoredFields);
      visit(root, body, [], unknownFields);
      return unknownFields.issues;
    },
  };
}

/** The fields that an object may have. */
interface Fields {
  readonly types: ReadonlyMap<string, SchemaAST.AST>;
  /** Whether it may have other fields. */
  readonly isOpen: boolean;
}

type Path = Array<string | number>;

/** Collects unknown fields up to the limit. */
class UnknownFields {
  readonly issues: Array<Issue> = [];
  readonly #ignored: ReadonlySet<string>;

  constructor(ignoredFields: ReadonlySet<string>) {
    this.#ignored = ignoredFields;
  }

  get isFull(): boolean {
    return this.issues.length > MAX_LISTED;
  }

  add(path: Path, name: string, knownNames: Iterable<string>): void {
    const dottedPath = [...path, name].join(".");
    if (this.isFull || this.#ignored.has(dottedPath)) return;
    if (this.issues.length === MAX_LISTED) {
      this.issues.push({ path: "", message: "More unknown fields are not listed" });
      return;
    }
    this.issues.push({
      path: dottedPath.slice(0, MAX_PATH),
      message: unknownField(name, knownNames),
    });
  }
}

/** The message for an unknown field, with the nearest known name. */
function unknownField(name: string, knownNames: Iterable<string>): string {
  const nearest = nearestName(name, knownNames);
  return nearest === undefined ? "Unknown field" : `Unknown field. Did you mean "${nearest}"?`;
}

function visit(ast: SchemaAST.AST, value: unknown, path: Path, unknownFields: UnknownFields): void {
  if (Array.isArray(value)) {
    const list = alternatives(ast).find(SchemaAST.isArrays);
    if (list === undefined || !list.rest.concat(list.elements).some(mayHaveFields)) return;
    for (const [index, item] of value.entries()) {
      const type = list.elements[index] ?? list.rest[0];
      if (type !== undefined) visitChild(type, item, path, index, unknownFields);
    }
    return;
  }
  if (!Predicate.isObject(value)) return;
  const fields = fieldsOf(ast, value);
  if (fields === undefined) return;
  for (const [name, type] of fields.types) {
    if (!Object.hasOwn(value, name)) continue;
    if (value[name] === null && SchemaAST.isOptional(type) && !allowsNull(type)) {
      Reflect.deleteProperty(value, name);
    } else visitChild(type, value[name], path, name, unknownFields);
  }
  if (fields.isOpen) return;
  for (const name in value) {
    if (unknownFields.isFull) return;
    if (!fields.types.has(name)) unknownFields.add(path, name, fields.types.keys());
  }
}

function visitChild(
  type: SchemaAST.AST,
  value: unknown,
  path: Path,
  step: string | number,
  unknownFields: UnknownFields,
): void {
  if (!Predicate.isObjectOrArray(value)) return;
  path.push(step);
  visit(type, value, path, unknownFields);
  path.pop();
}

/** The members of a union, or the type itself. */
function alternatives(ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> {
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap(alternatives);
  return SchemaAST.isSuspend(ast) ? alternatives(ast.thunk()) : [ast];
}

/**
 * The fields of an object. In a union, literals such as `kind` select the member. Undefined if the
 * schema does not restrict objects.
 */
function fieldsOf(
  ast: SchemaAST.AST,
  value: Readonly<Record<string, unknown>>,
): Fields | undefined {
  const kinds = alternatives(ast);
  // A type that accepts any value has no known fields.
  if (kinds.some((kind) => !isNamed(kind))) return undefined;
  const objects = kinds.filter(SchemaAST.isObjects);
  const matching = objects.filter((kind) => !contradicts(kind, value));
  const candidates = matching.length > 0 ? matching : objects;
  if (candidates.length === 0) return undefined;
  const types = candidates
    .flatMap((kind) => kind.propertySignatures)
    .flatMap(({ name, type }) => (Predicate.isString(name) ? [[name, type] as const] : []));
  return {
    types: new Map(types),
    isOpen: candidates.some((kind) => kind.indexSignatures.length > 0),
  };
}

/** Whether a schema declares the fields of objects, or excludes objects. */
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

function mayHaveFields(ast: SchemaAST.AST): boolean {
  return alternatives(ast).some((kind) => SchemaAST.isObjects(kind) || SchemaAST.isArrays(kind));
}

function allowsNull(ast: SchemaAST.AST): boolean {
  return alternatives(ast).some((kind) => SchemaAST.isNull(kind) || !isNamed(kind));
}
