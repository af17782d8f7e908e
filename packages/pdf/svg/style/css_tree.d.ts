/** The parser alone: the whole package has the syntax of every CSS property, which is large. */
declare module "css-tree/parser" {
  interface CssList<T> {
    readonly toArray: () => ReadonlyArray<T>;
  }
  interface Raw {
    readonly type: "Raw";
    readonly value: string;
  }
  export interface Declaration {
    readonly type: "Declaration";
    readonly property: string;
    readonly important: boolean | string;
    readonly value: Raw;
  }
  export interface AttributeSelector {
    readonly type: "AttributeSelector";
    readonly name: { readonly name: string };
    readonly matcher: string | null;
    readonly value:
      | { readonly type: "String"; readonly value: string }
      | { readonly type: "Identifier"; readonly name: string }
      | null;
  }
  export type SelectorPart =
    | { readonly type: "TypeSelector" | "ClassSelector" | "IdSelector"; readonly name: string }
    | { readonly type: "PseudoClassSelector" | "PseudoElementSelector"; readonly name: string }
    | { readonly type: "Combinator"; readonly name: string }
    | AttributeSelector;
  export interface Selector {
    readonly type: "Selector";
    readonly children: CssList<SelectorPart>;
  }
  interface SelectorList {
    readonly type: "SelectorList";
    readonly children: CssList<Selector>;
  }
  export interface DeclarationList {
    readonly type: "DeclarationList" | "Block";
    readonly children: CssList<Declaration | Raw>;
  }
  export interface Rule {
    readonly type: "Rule";
    readonly prelude: SelectorList | Raw;
    readonly block: DeclarationList;
  }
  export interface Atrule {
    readonly type: "Atrule";
    readonly name: string;
    readonly prelude: Raw | null;
    readonly block: { readonly children: CssList<Rule | Atrule | Raw> } | null;
  }
  interface StyleSheet {
    readonly type: "StyleSheet";
    readonly children: CssList<Rule | Atrule | Raw>;
  }
  interface Options {
    readonly parseValue: false;
    readonly parseAtrulePrelude: false;
  }
  export default function parse(
    text: string,
    options: Options & { readonly context: "declarationList" },
  ): DeclarationList;
  export default function parse(
    text: string,
    options: Options & { readonly context: "stylesheet" },
  ): StyleSheet;
}
