import type { StructureElement } from "../tags/structure.ts";

/** The bits of `/Ff` (ISO 32000-2, 12.7). */
export const FORM_FLAGS = {
  readOnly: 1 << 0,
  required: 1 << 1,
  multiline: 1 << 12,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  combo: 1 << 17,
  comb: 1 << 24,
} as const;

/** A field of the form of a document. A choice between marks has a widget for each of them, other fields have one. */
export interface FormField {
  /** Unique in the document: letters, digits, `_` and `-`. */
  readonly name: string;
  /** What screen readers say. */
  readonly label: string;
  /** A sum of `FORM_FLAGS`. */
  readonly flags: number;
}

/** A form field on its page, in points from the lower left. */
export interface Widget {
  readonly field: FormField;
  readonly box: readonly [left: number, bottom: number, right: number, top: number];
  readonly content: TextWidget | MarkWidget;
  /** Its element in the structure of the document. */
  readonly element: StructureElement | undefined;
}

/** The appearance of a text and how readers set what people enter. The content begins at the lower left of the box. */
export interface TextWidget {
  readonly kind: "text";
  readonly drawing: string;
  readonly value: string;
  /** The resource name of its font for readers. */
  readonly font: string;
  /** In points; 0 for a size that fits the box. */
  readonly fontSize: number;
  /** As operands. */
  readonly colour: string;
  readonly alignment: "left" | "center" | "right";
  readonly maxLength: number | undefined;
  /** The options of a list. */
  readonly options: ReadonlyArray<string> | undefined;
}

/** The two appearances of a mark. The contents begin at the lower left of the box. */
export interface MarkWidget {
  readonly kind: "mark";
  readonly on: string;
  readonly off: string;
  /** The name of the state in which it is set. */
  readonly state: string;
  readonly isOn: boolean;
  /** Whether it is one of several choices. */
  readonly isChoice: boolean;
  readonly label: string;
}

/** The form fields of a document. Their names are unique. */
export class Form {
  readonly #names = new Set<string>();
  /** The last number of each name. */
  readonly #numbers = new Map<string, number>();
  readonly #groups = new WeakMap<object, Map<string, FormField>>();

  /**
   * Adds a field.
   *
   * @param isRepeated Whether it is in the row of a section, so that its name has a number.
   */
  add(name: string, isRepeated: boolean, field: Omit<FormField, "name">): FormField {
    let number = (this.#numbers.get(name) ?? 0) + 1;
    const numbered = () => (number === 1 && !isRepeated ? name : `${name}_${number}`);
    while (this.#names.has(numbered())) number += 1;
    this.#numbers.set(name, number);
    this.#names.add(numbered());
    return { ...field, name: numbered() };
  }

  /**
   * Returns the field of a choice, which its first mark adds.
   *
   * @param row The row of a section, or the document: each has choices of its own.
   */
  choice(
    name: string,
    row: object,
    isRepeated: boolean,
    field: Omit<FormField, "name">,
  ): FormField {
    const groups = this.#groups.get(row) ?? new Map<string, FormField>();
    this.#groups.set(row, groups);
    const group = groups.get(name) ?? this.add(name, isRepeated, field);
    groups.set(name, group);
    return group;
  }
}
