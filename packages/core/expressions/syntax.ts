/** A range of characters in the source of an expression. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A problem of an expression. */
export interface ExpressionProblem {
  readonly message: string;
  /** Its column in the expression, from 1. */
  readonly column: number;
}

export type BinaryOperator =
  | "||"
  | "&&"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

/** The syntax tree of an expression. */
export type Syntax = Span &
  (
    | { readonly kind: "number" | "text"; readonly value: string }
    | { readonly kind: "boolean"; readonly value: boolean }
    | { readonly kind: "null" }
    /** A key, such as `customer.name`. */
    | { readonly kind: "name"; readonly path: ReadonlyArray<string> }
    /** A field of a row that an expression returns, such as `first(items).title`. */
    | { readonly kind: "select"; readonly of: Syntax; readonly path: ReadonlyArray<string> }
    | { readonly kind: "call"; readonly name: string; readonly args: ReadonlyArray<Syntax> }
    | { readonly kind: "list"; readonly items: ReadonlyArray<Syntax> }
    | { readonly kind: "unary"; readonly operator: "!" | "-"; readonly operand: Syntax }
    | {
        readonly kind: "binary";
        readonly operator: BinaryOperator;
        readonly left: Syntax;
        readonly right: Syntax;
      }
    | {
        readonly kind: "choice";
        readonly condition: Syntax;
        readonly whenTrue: Syntax;
        readonly whenFalse: Syntax;
      }
  );
