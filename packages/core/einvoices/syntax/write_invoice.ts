import {
  groupsOf,
  hasTerm,
  type InvoiceGroup,
  textOf,
  type TermValue,
  valuesOf,
} from "../model/invoice.ts";
import { BUSINESS_TERMS, groupsDownTo } from "../model/terms.ts";
import { CREDIT_NOTES } from "../rules/code_lists.ts";
import type { Binding, GroupBinding, Syntax, TermBinding } from "./binding.ts";
import { parseStep } from "./binding.ts";
import { CII } from "./cii.ts";
import { UBL_CREDIT_NOTE, UBL_INVOICE } from "./ubl.ts";
import { newElement, type XmlElement, xmlText } from "./xml_element.ts";

/** The syntaxes of EN 16931: UN/CEFACT CII, and OASIS UBL 2.1. */
export type SyntaxName = "cii" | "ubl";

/**
 * Writes an invoice as XML. UBL has a document of its own for credit notes, which the type code (BT-3) selects.
 */
export function writeInvoice(invoice: InvoiceGroup, name: SyntaxName): string {
  const syntax = syntaxFor(invoice, name);
  const root = newElement(syntax.root);
  for (const [prefix, uri] of Object.entries(syntax.namespaces)) {
    root.attributes[prefix === "" ? "xmlns" : `xmlns:${prefix}`] = uri;
  }
  new Writer(syntax, invoice).write(syntax.entries, [invoice], root);
  return xmlText(root);
}

function syntaxFor(invoice: InvoiceGroup, name: SyntaxName): Syntax {
  if (name === "cii") return CII;
  return CREDIT_NOTES.has(textOf(invoice, "BT-3")) ? UBL_CREDIT_NOTE : UBL_INVOICE;
}

/** The groups from the invoice to the one that is written. */
type Scope = readonly [InvoiceGroup, ...ReadonlyArray<InvoiceGroup>];

class Writer {
  readonly #syntax: Syntax;
  readonly #invoice: InvoiceGroup;
  /** The step that created an element: equal steps share it. */
  readonly #steps = new Map<XmlElement, string>();

  constructor(syntax: Syntax, invoice: InvoiceGroup) {
    this.#syntax = syntax;
    this.#invoice = invoice;
  }

  write(entries: ReadonlyArray<Binding>, scope: Scope, element: XmlElement): void {
    for (const entry of entries) {
      switch (entry.kind) {
        case "term":
          this.#writeTerm(entry, scope, element);
          break;
        case "group":
          this.#writeGroup(entry, scope, element);
          break;
        case "fixed":
          if (entry.ifTerm === undefined || hasTerm(scopeOf(scope, entry.ifTerm), entry.ifTerm)) {
            this.#reach(element, entry.path).text = entry.value;
          }
          break;
        case "presence":
          break;
        case "qualifier": {
          const scheme = valuesOf(scopeOf(scope, entry.term), entry.term)[0]?.qualifiers;
          const text = scheme?.[`${entry.term}-1`] ?? "";
          if (text !== "") this.#reach(element, entry.path).text = text;
        }
      }
    }
  }

  #writeGroup(entry: GroupBinding, scope: Scope, element: XmlElement): void {
    const groups = groupsOf(scopeOf(scope, entry.group), entry.group);
    const parent = this.#reach(element, entry.path.slice(0, -1), groups.length > 0);
    const step = entry.path.at(-1) ?? "";
    for (const group of groups) {
      this.write(entry.entries, [scope[0], ...scope.slice(1), group], this.#add(parent, step));
    }
    if (groups.length > 0 || !entry.always) return;
    const single = this.#create(step);
    this.write(entry.entries, scope, single);
    if (single.children.length > 0) parent.children.push(single);
  }

  #writeTerm(entry: TermBinding, scope: Scope, element: XmlElement): void {
    const { term, path, attributes, scheme, codes = {} } = entry;
    const type = BUSINESS_TERMS.get(term)?.type ?? "text";
    const values = valuesOf(scopeOf(scope, term), term).filter(
      (value) => scheme === undefined || (schemeOf(term, value) === "") === (scheme === "without"),
    );
    const last = path.at(-1) ?? "";
    for (const value of values) {
      const text = this.#syntax.write(type, codes[value.text] ?? value.text);
      if (last.startsWith("@")) {
        this.#reach(element, path.slice(0, -1)).attributes[last.slice(1)] = text;
        continue;
      }
      const target = path.length === 0 ? element : this.#leaf(element, path, values.length > 1);
      target.text = text;
      this.#setAttributes(target, attributes, value);
      const hasCurrency = this.#syntax.hasCurrencies && (type === "amount" || type === "price");
      if (hasCurrency) target.attributes["currencyID"] ??= textOf(this.#invoice, "BT-5");
    }
  }

  #setAttributes(
    element: XmlElement,
    attributes: TermBinding["attributes"],
    { qualifiers = {} }: TermValue,
  ): void {
    for (const [name, source] of Object.entries(attributes)) {
      const text = source.startsWith("=")
        ? source.slice(1)
        : source.startsWith("$")
          ? textOf(this.#invoice, source.slice(1))
          : (qualifiers[source] ?? "");
      if (text !== "") element.attributes[name] = text;
    }
  }

  /** A new element for a value. With several values, its parent is repeated too if it has one value only. */
  #leaf(element: XmlElement, path: ReadonlyArray<string>, isRepeated: boolean): XmlElement {
    const last = path.at(-1) ?? "";
    if (isRepeated && path.length > 1) {
      const outer = this.#reach(element, path.slice(0, -2));
      return this.#add(this.#add(outer, path.at(-2) ?? ""), last);
    }
    return this.#add(this.#reach(element, path.slice(0, -1)), last);
  }

  /** The element at a path, created where it does not exist yet. */
  #reach(element: XmlElement, path: ReadonlyArray<string>, creates = true): XmlElement {
    let current = element;
    for (const step of path) {
      const last = current.children.findLast((child) => this.#steps.get(child) === step);
      if (last === undefined && !creates) return current;
      current = last ?? this.#add(current, step);
    }
    return current;
  }

  #add(parent: XmlElement, step: string): XmlElement {
    const element = this.#create(step);
    parent.children.push(element);
    return element;
  }

  #create(step: string): XmlElement {
    const element = newElement(parseStep(step).name);
    this.#steps.set(element, step);
    return element;
  }
}

/** The innermost group of a scope that can have a term or group. */
function scopeOf(scope: Scope, id: string): InvoiceGroup {
  if (scope.length === 1) return scope[0];
  const within = BUSINESS_TERMS.get(id)?.group;
  const steps = groupsDownTo(within ?? id);
  // A group has its terms itself, but is not within itself.
  return scope.findLast((group) => group.id !== id && steps.includes(group.id)) ?? scope[0];
}

function schemeOf(term: string, { qualifiers }: TermValue): string {
  return qualifiers?.[`${term}-1`] ?? "";
}
