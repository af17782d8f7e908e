/** A checked expression, ready to be evaluated: plain data that can be stored. */
export type Code =
  | { readonly op: "fixed"; readonly value: string | boolean | null }
  /** A number; its digits are decimal text. */
  | { readonly op: "number"; readonly digits: string }
  | { readonly op: "variable"; readonly key: string; readonly isNumber: boolean }
  /** The rows of a loop; with `of`, those of a nested loop in a row. */
  | { readonly op: "rows"; readonly loop: string; readonly of?: Code }
  /** A row that a list function passes on, by its name. */
  | { readonly op: "local"; readonly name: string }
  | { readonly op: "field"; readonly of: Code; readonly key: string; readonly isNumber: boolean }
  | { readonly op: "list"; readonly items: ReadonlyArray<Code> }
  | {
      readonly op: "call";
      readonly name: string;
      readonly args: ReadonlyArray<Code>;
      /** Whether the result is the same in the whole document, and takes a list to compute. */
      readonly once: boolean;
    }
  | {
      readonly op: "choice";
      readonly condition: Code;
      readonly whenTrue: Code;
      readonly whenFalse: Code;
    }
  | { readonly op: "and" | "or"; readonly left: Code; readonly right: Code }
  | {
      readonly op: "each";
      readonly how: EachFunction;
      readonly list: Code;
      readonly local: string;
      readonly body: Code;
      readonly once: boolean;
    };

/** Functions that evaluate an expression for each item of a list, under a name for the item. */
export type EachFunction = "map" | "flatMap" | "filter" | "exists" | "all";
