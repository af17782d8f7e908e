import type { TermType } from "../model/terms.ts";

/**
 * A business term, and the element or attribute that has its value.
 *
 * Steps of a path are element names, joined by slashes; the last one may be an attribute, such as `@unitCode`. A
 * condition `[name=value]` or `[name!=value]` selects among equal elements. Steps with equal text share one element; `+` makes a
 * step differ from an equal one.
 */
export interface TermBinding {
  readonly kind: "term";
  readonly term: string;
  readonly path: ReadonlyArray<string>;
  /** The attributes of the element: the ID of a qualifier, `=` and a fixed value, or `$` and a term. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Only values with, or only values without, the qualifier `-1`. */
  readonly scheme?: "with" | "without";
  /** The codes of the syntax, by those of the term. */
  readonly codes?: Readonly<Record<string, string>>;
}

/** A group, and the element that repeats for each of its instances. */
export interface GroupBinding {
  readonly kind: "group";
  readonly group: string;
  readonly path: ReadonlyArray<string>;
  readonly entries: ReadonlyArray<Binding>;
  /** Whether the element also appears once for terms of outer groups, if the group has no instance. */
  readonly always: boolean;
}

/** A fixed value, such as the type of a document. Readers ignore it. */
export interface FixedBinding {
  readonly kind: "fixed";
  readonly value: string;
  readonly path: ReadonlyArray<string>;
  /** It is written only with a value of this term. */
  readonly ifTerm: string | undefined;
}

/** The scheme of the term that the binding before it has bound, as an element. */
export interface QualifierBinding {
  readonly kind: "qualifier";
  readonly term: string;
  readonly path: ReadonlyArray<string>;
}

/** An element that shows that a group is present, even without values. Writers ignore it. */
export interface PresenceBinding {
  readonly kind: "presence";
  readonly group: string;
  readonly path: ReadonlyArray<string>;
}

/** A part of a syntax, in the order of its elements. */
export type Binding =
  | TermBinding
  | GroupBinding
  | FixedBinding
  | QualifierBinding
  | PresenceBinding;

/** A syntax for invoices. */
export interface Syntax {
  readonly root: string;
  /** The namespaces by their prefix. */
  readonly namespaces: Readonly<Record<string, string>>;
  readonly entries: ReadonlyArray<Binding>;
  /** The form of a value in XML, and back. */
  readonly write: (type: TermType, text: string) => string;
  readonly read: (type: TermType, text: string) => string;
  /** Whether amounts have the currency of the invoice as attribute. */
  readonly hasCurrencies: boolean;
}

type Options = Pick<TermBinding, "scheme" | "codes">;

/** Binds a term. */
export function term(
  id: string,
  path: string,
  attributes: Readonly<Record<string, string>> = {},
  options: Options = {},
): TermBinding {
  return { kind: "term", term: id, path: steps(path), attributes, ...options };
}

/** Binds a group to an element that repeats. */
export function each(group: string, path: string, entries: ReadonlyArray<Binding>): GroupBinding {
  return { kind: "group", group, path: steps(path), entries, always: false };
}

/** Binds a group to an element that appears at least once if it has content. */
export function eachOrOnce(
  group: string,
  path: string,
  entries: ReadonlyArray<Binding>,
): GroupBinding {
  return { kind: "group", group, path: steps(path), entries, always: true };
}

/** Writes a fixed value, if the term `ifTerm` has a value. */
export function fixed(value: string, path: string, ifTerm?: string): FixedBinding {
  return { kind: "fixed", value, path: steps(path), ifTerm };
}

/** Binds the scheme `-1` of a term to an element. */
export function qualifier(id: string, path: string): QualifierBinding {
  return { kind: "qualifier", term: id, path: steps(path) };
}

/** Binds the presence of a group to an element. */
export function presence(group: string, path: string): PresenceBinding {
  return { kind: "presence", group, path: steps(path) };
}

/** Puts bindings below an element. */
export function below(path: string, entries: ReadonlyArray<Binding>): ReadonlyArray<Binding> {
  const outer = steps(path);
  return entries.map((entry) => ({ ...entry, path: [...outer, ...entry.path] }));
}

function steps(path: string): ReadonlyArray<string> {
  // Slashes in conditions do not end a step.
  return path === "" ? [] : path.split(/\/(?![^[]*\])/);
}

/** A step of a path: the element's name and its condition. */
export interface Step {
  readonly name: string;
  readonly condition?: Condition;
}

/** Whether the element or attribute at a path has a value, or with `isNegated` another one. */
export interface Condition {
  readonly path: ReadonlyArray<string>;
  readonly value: string;
  readonly isNegated: boolean;
}

const STEP = /^([^[+]+)(?:\[([^!=]+)(!?)=(.*)\])?\+?$/;

const parsedSteps = new Map<string, Step>();

/** Parses a step such as `cac:AllowanceCharge[cbc:ChargeIndicator=false]`. */
export function parseStep(text: string): Step {
  const parsedStep = parsedSteps.get(text) ?? stepOf(text);
  // The syntaxes have a few hundred.
  parsedSteps.set(text, parsedStep);
  return parsedStep;
}

function stepOf(step: string): Step {
  const [, name = step, path, negation = "", value = ""] = STEP.exec(step) ?? [];
  if (path === undefined) return { name };
  return { name, condition: { path: path.split("/"), value, isNegated: negation !== "" } };
}
