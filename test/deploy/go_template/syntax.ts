/** A value of a template: what YAML can express. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | ReadonlyArray<Value>
  | { readonly [name: string]: Value };

/** An operand of a command; `path` has the names of the fields that follow it. */
export type Operand =
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "dot"; readonly path: ReadonlyArray<string> }
  | { readonly kind: "variable"; readonly name: string; readonly path: ReadonlyArray<string> }
  | { readonly kind: "function"; readonly name: string }
  | { readonly kind: "group"; readonly pipeline: Pipeline; readonly path: ReadonlyArray<string> };

/** Commands; each receives the result of the previous one as its last argument. */
export type Pipeline = ReadonlyArray<ReadonlyArray<Operand>>;

/** A part of a template. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print"; readonly pipeline: Pipeline }
  | {
      readonly kind: "assign";
      readonly name: string;
      readonly isNew: boolean;
      readonly pipeline: Pipeline;
    }
  | {
      readonly kind: "if" | "with" | "range";
      /** The variables of a range: none, the value, or key and value. */
      readonly variables: ReadonlyArray<string>;
      readonly pipeline: Pipeline;
      readonly body: ReadonlyArray<Part>;
      readonly otherwise: ReadonlyArray<Part>;
    };

/** A template cannot be parsed or executed. */
export class TemplateError extends Error {}
