import parse, {
  type AttributeSelector,
  type Atrule,
  type Declaration,
  type DeclarationList,
  type Rule,
  type Selector,
  type SelectorPart,
} from "css-tree/parser";

import { UnsupportedDrawing } from "../../permanent_render_error.ts";
import { childElements, type SvgElement } from "../svg_element.ts";

/** A declared value, and whether it is `!important`. */
export interface DeclaredValue {
  readonly value: string;
  readonly isImportant: boolean;
}
export type Declarations = ReadonlyMap<string, DeclaredValue>;

/** A rule of a style sheet with one of its selectors. */
interface StyleRule {
  readonly selector: ReadonlyArray<SelectorPart>;
  readonly specificity: number;
  readonly declarations: Declarations;
  readonly order: number;
}

const OPTIONS = { parseValue: false, parseAtrulePrelude: false } as const;

/** The limit of comparisons of elements with selectors. */
const MAX_COMPARISONS = 5_000_000;

/** The rules of a drawing's style sheets. */
export class StyleSheet {
  /** The rules by the id, the class or the type that their last compound requires; "*" for all others. */
  readonly #rules = new Map<string, Array<StyleRule>>();
  #size = 0;
  #comparisons = 0;

  /** Adds the rules of a `<style>` element. Calls `ignore` with the at-rules that have no effect. */
  add(text: string, ignore: (what: string) => void): void {
    this.#addRules(parse(text, { ...OPTIONS, context: "stylesheet" }).children.toArray(), ignore);
  }

  #addRules(
    rules: ReadonlyArray<Rule | Atrule | { readonly type: "Raw" }>,
    ignore: (what: string) => void,
  ): void {
    for (const rule of rules) {
      if (rule.type === "Raw") continue;
      if (rule.type === "Rule") {
        this.#addRule(rule);
        continue;
      }
      const media = rule.prelude?.value ?? "";
      if (rule.name === "media" && rule.block !== null && /\b(?:all|print)\b/.test(media))
        this.#addRules(rule.block.children.toArray(), ignore);
      else if (rule.name === "import" || rule.name === "font-face") ignore(`@${rule.name}`);
    }
  }

  #addRule({ prelude, block }: Rule): void {
    if (prelude.type === "Raw") return;
    const declarations = declarationsIn(block);
    for (const selector of prelude.children.toArray()) {
      const parts = partsOf(selector);
      if (parts === undefined) continue;
      const key = keyOf(parts);
      const rules = this.#rules.get(key) ?? [];
      this.#rules.set(key, rules);
      const specificity = specificityOf(parts);
      rules.push({ selector: parts, specificity, declarations, order: this.#size++ });
    }
  }

  /** The declarations of the rules that match an element, from the weakest. */
  declarationsOf(element: SvgElement): ReadonlyArray<Declarations> {
    if (this.#size === 0) return [];
    const { name, attributes } = element;
    const keys = ["*", name, ...Array.from(classesOf(element), (each) => `.${each}`)];
    const id = attributes.get("id");
    if (id !== undefined) keys.push(`#${id}`);
    const candidates = keys.flatMap((key) => this.#rules.get(key) ?? []);
    return candidates
      .filter(({ selector }) => this.#matches(element, selector, selector.length - 1))
      .toSorted((one, other) => one.specificity - other.specificity || one.order - other.order)
      .map(({ declarations }) => declarations);
  }

  /** Whether an element matches a selector up to one of its parts, which are compared from the right. */
  #matches(element: SvgElement, parts: ReadonlyArray<SelectorPart>, last: number): boolean {
    this.#count(1);
    let index = last;
    for (; index >= 0; index--) {
      const part = parts[index];
      if (part === undefined || part.type === "Combinator") break;
      if (!matchesPart(element, part)) return false;
    }
    const combinator = parts[index];
    if (combinator === undefined) return true;
    const rest = index - 1;
    switch (combinator.name) {
      case ">":
        return element.parent !== undefined && this.#matches(element.parent, parts, rest);
      case "+": {
        const before = this.#siblingsBefore(element).at(-1);
        return before !== undefined && this.#matches(before, parts, rest);
      }
      case "~":
        return this.#siblingsBefore(element).some((before) => this.#matches(before, parts, rest));
      default: {
        for (let above = element.parent; above !== undefined; above = above.parent)
          if (this.#matches(above, parts, rest)) return true;
        return false;
      }
    }
  }

  #siblingsBefore(element: SvgElement): ReadonlyArray<SvgElement> {
    if (element.parent === undefined) return [];
    const siblings = childElements(element.parent);
    this.#count(siblings.length);
    return siblings.slice(0, siblings.indexOf(element));
  }

  #count(comparisons: number): void {
    this.#comparisons += comparisons;
    if (this.#comparisons > MAX_COMPARISONS)
      throw new UnsupportedDrawing("Its style sheets are too large");
  }
}

const inlineStyles = new Map<string, Declarations>();

/** The declarations of a `style` attribute. */
export function inlineDeclarations(text: string): Declarations {
  const cached = inlineStyles.get(text);
  if (cached !== undefined) return cached;
  const declarations = declarationsIn(parse(text, { ...OPTIONS, context: "declarationList" }));
  if (inlineStyles.size >= 1000) inlineStyles.clear();
  inlineStyles.set(text, declarations);
  return declarations;
}

function declarationsIn({ children }: DeclarationList): Declarations {
  const isDeclaration = (child: { readonly type: string }): child is Declaration =>
    child.type === "Declaration";
  return new Map(
    children
      .toArray()
      .filter(isDeclaration)
      .map(({ property, value, important }) => [
        property.toLowerCase(),
        { value: value.value.trim(), isImportant: important !== false },
      ]),
  );
}

/** The parts of a selector; undefined if it matches no element of a document at rest, such as `:hover`. */
function partsOf({ children }: Selector): ReadonlyArray<SelectorPart> | undefined {
  const parts = children.toArray();
  const isSupported = parts.every(({ type, name }) => {
    if (type === "PseudoElementSelector") return false;
    return type !== "PseudoClassSelector" || POSITIONS.has(name);
  });
  return isSupported ? parts : undefined;
}

const POSITIONS: ReadonlySet<string> = new Set(["root", "first-child", "last-child"]);

/** What an element must have so that a selector can match it. */
function keyOf(parts: ReadonlyArray<SelectorPart>): string {
  const start = parts.findLastIndex(({ type }) => type === "Combinator");
  const compound = parts.slice(start + 1);
  const named = (type: "IdSelector" | "ClassSelector" | "TypeSelector") =>
    compound.flatMap((part) => (part.type === type ? part.name : []))[0];
  const [id, className] = [named("IdSelector"), named("ClassSelector")];
  if (id !== undefined) return `#${id}`;
  return className === undefined ? (named("TypeSelector") ?? "*") : `.${className}`;
}

function specificityOf(parts: ReadonlyArray<SelectorPart>): number {
  return parts.reduce((sum, { type, name }) => {
    if (type === "IdSelector") return sum + 1_000_000;
    if (type === "TypeSelector") return sum + (name === "*" ? 0 : 1);
    return type === "Combinator" ? sum : sum + 1000;
  }, 0);
}

function matchesPart(
  element: SvgElement,
  part: Exclude<SelectorPart, { readonly type: "Combinator" }>,
): boolean {
  switch (part.type) {
    case "TypeSelector":
      return part.name === "*" || part.name === element.name;
    case "IdSelector":
      return element.attributes.get("id") === part.name;
    case "ClassSelector":
      return classesOf(element).has(part.name);
    case "AttributeSelector":
      return matchesAttribute(element, part);
    default:
      return isAtPosition(element, part.name);
  }
}

function isAtPosition(element: SvgElement, position: string): boolean {
  const { parent } = element;
  if (position === "root") return parent === undefined;
  if (parent === undefined) return false;
  const isElement = (child: SvgElement | string) => typeof child !== "string";
  const { children } = parent;
  return (
    element ===
    (position === "first-child" ? children.find(isElement) : children.findLast(isElement))
  );
}

function matchesAttribute(element: SvgElement, part: AttributeSelector): boolean {
  const actual = element.attributes.get(part.name.name);
  if (actual === undefined) return false;
  const { value } = part;
  if (value === null) return true;
  const expected = value.type === "String" ? value.value : value.name;
  switch (part.matcher) {
    case "~=":
      return actual.split(/\s+/).includes(expected);
    case "^=":
      return expected !== "" && actual.startsWith(expected);
    case "$=":
      return expected !== "" && actual.endsWith(expected);
    case "*=":
      return expected !== "" && actual.includes(expected);
    case "|=":
      return actual === expected || actual.startsWith(`${expected}-`);
    default:
      return actual === expected;
  }
}

const classes = new WeakMap<SvgElement, ReadonlySet<string>>();

function classesOf(element: SvgElement): ReadonlySet<string> {
  const known = classes.get(element);
  if (known !== undefined) return known;
  const names = element.attributes.get("class")?.trim() ?? "";
  const own = new Set(names === "" ? [] : names.split(/\s+/));
  classes.set(element, own);
  return own;
}
