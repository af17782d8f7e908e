import { decimal } from "../content.ts";
import type { PdfFile, Ref } from "../pdf_file.ts";
import type { Resources } from "../resources.ts";
import type { TaggedAnnotation } from "../tags/add_structure.ts";
import { textString } from "../text_string.ts";
import type { FormField, MarkWidget, TextWidget, Widget } from "./form.ts";

/** A choice between marks, and its widgets so far. */
interface Choice {
  readonly ref: Ref;
  readonly kids: Array<Ref>;
  value: string;
}

/** Writes the form of a document, page by page. */
export class FormWriter {
  readonly #file: PdfFile;
  /** The resources of all appearances. */
  readonly #resources: Ref;
  readonly #fields: Array<Ref> = [];
  readonly #choices = new Map<FormField, Choice>();
  /** Equal appearances are one object. */
  readonly #appearances = new Map<string, Ref>();

  constructor(file: PdfFile, resources: Ref) {
    this.#file = file;
    this.#resources = resources;
  }

  /**
   * Writes the widgets of a page. Returns its annotations, and those with an element.
   *
   * @param page The object of the page, and its index.
   * @param nextKey The next key of the parent tree.
   */
  addWidgets(
    widgets: ReadonlyArray<Widget>,
    page: { readonly ref: Ref; readonly index: number },
    nextKey: number,
  ): { readonly annotations: string; readonly tagged: ReadonlyArray<TaggedAnnotation> } {
    const tagged: Array<TaggedAnnotation> = [];
    const refs = widgets.map((widget) => {
      const { element } = widget;
      const key = element === undefined ? "" : `/StructParent ${nextKey + tagged.length}`;
      const ref = this.#addWidget(widget, `/P ${page.ref}${key}`);
      element?.addKid({ ref, page: page.index });
      if (element !== undefined) tagged.push({ ref, element });
      return ref;
    });
    return { annotations: refs.map((ref) => `${ref} `).join(""), tagged };
  }

  /** Writes what the fields share. Returns the entry of the catalog; "" without fields. */
  finish(resources: Resources): string {
    for (const [field, { ref, kids, value }] of this.#choices)
      this.#file.add(`<<${fieldEntries("Btn", field)}/V/${value}/Kids[${kids.join(" ")}]>>`, ref);
    if (this.#fields.length === 0) return "";
    const fonts = resources.editingFontsTo(this.#file);
    const shared = fonts === "" ? "" : `/DR<</Font<<${fonts}>>>>`;
    return `/AcroForm ${this.#file.add(`<</Fields[${this.#fields.join(" ")}]${shared}>>`)}`;
  }

  #addWidget({ field, box, content }: Widget, entries: string): Ref {
    const area = `/Rect[${box.map(decimal).join(" ")}]`;
    const widget = `/Type/Annot/Subtype/Widget/F 4${area}${entries}`;
    const size = [box[2] - box[0], box[3] - box[1]] as const;
    if (content.kind === "text")
      return this.#field(`${widget}${this.#textEntries(field, content, size)}`);
    const { state, isOn, isChoice } = content;
    const choice = isChoice ? this.#choiceOf(field) : undefined;
    // Of several marks that are set, the first counts.
    const value = isOn && (choice === undefined || choice.value === OFF) ? state : OFF;
    const states = `/AS/${value}${this.#states(content, size)}`;
    if (choice === undefined)
      return this.#field(`${widget}${fieldEntries("Btn", field)}/V/${value}${states}`);
    if (value !== OFF) choice.value = value;
    const label = `/TU ${textString(content.label)}`;
    const ref = this.#file.add(`<<${widget}/Parent ${choice.ref}${label}${states}>>`);
    choice.kids.push(ref);
    return ref;
  }

  #choiceOf(field: FormField): Choice {
    const existing = this.#choices.get(field);
    if (existing !== undefined) return existing;
    const choice: Choice = { ref: this.#file.reserve(), kids: [], value: OFF };
    this.#fields.push(choice.ref);
    this.#choices.set(field, choice);
    return choice;
  }

  #field(entries: string): Ref {
    const ref = this.#file.add(`<<${entries}>>`);
    this.#fields.push(ref);
    return ref;
  }

  #textEntries(field: FormField, content: TextWidget, size: readonly [number, number]): string {
    const { drawing, value, font, fontSize, colour, alignment, maxLength, options } = content;
    const look = `/DA(${font} ${decimal(fontSize)} Tf ${colour} rg)/Q ${ALIGNMENTS.indexOf(alignment)}`;
    const marked = `/Tx BMC\n${drawing}EMC\n`;
    const length = maxLength === undefined ? "" : `/MaxLen ${maxLength}`;
    const choices = options === undefined ? "" : `/Opt[${options.map(textString).join("")}]`;
    const text = value === "" ? "" : `/V ${textString(value)}/DV ${textString(value)}`;
    const type = options === undefined ? "Tx" : "Ch";
    const appearance = `/AP<</N ${this.#appearance(marked, size)}>>`;
    return `${fieldEntries(type, field)}${text}${look}${length}${choices}${appearance}`;
  }

  #states({ on, off, state }: MarkWidget, size: readonly [number, number]): string {
    const states = `/${state} ${this.#appearance(on, size)}/${OFF} ${this.#appearance(off, size)}`;
    return `/AP<</N<<${states}>>>>`;
  }

  #appearance(content: string, [width, height]: readonly [number, number]): Ref {
    const box = `0 0 ${decimal(width)} ${decimal(height)}`;
    const key = `${box} ${content}`;
    const existing = this.#appearances.get(key);
    if (existing !== undefined) return existing;
    const ref = this.#file.addDeflated(
      `/Type/XObject/Subtype/Form/BBox[${box}]/Resources ${this.#resources}`,
      content,
    );
    this.#appearances.set(key, ref);
    return ref;
  }
}

/** The state of a mark that is not set. */
const OFF = "Off";

const ALIGNMENTS: ReadonlyArray<TextWidget["alignment"]> = ["left", "center", "right"];

function fieldEntries(type: "Btn" | "Ch" | "Tx", { name, label, flags }: FormField): string {
  const bits = flags === 0 ? "" : `/Ff ${flags}`;
  return `/FT/${type}/T(${name})/TU ${textString(label)}${bits}`;
}
