import { type CeremonyField, isVisible } from "@paraph/core/builtin_provider";

import { byId, inputById } from "../../../ui/browser/dom.ts";
import { format } from "../../../ui/browser/texts.ts";
import { initialsOf, isFilled, type Means, placeInAll, signatureOf } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import { Modal } from "../panel/modal.ts";
import { TEXTS } from "../texts.ts";
import { setUpTabs } from "./adopt_tabs.ts";
import { Pad } from "./pad.ts";
import { PlacedNote } from "./placed.ts";
import { setUpStyles } from "./styles.ts";
import { setUpUpload } from "./upload.ts";

/**
 * The form to adopt a signature and initials. It is next to the document, and moves into a dialog when the
 * recipient opens a signature field. Next to the document, input signs all required fields; in the dialog, its
 * button does.
 */
export class Adopt {
  readonly #form: Form;
  readonly #pad: Pad;
  readonly #modal: Modal;
  readonly #placed: PlacedNote;
  readonly #onPlaced: () => void;
  #field: CeremonyField | undefined;

  /** @param onPlaced Called after the dialog has placed a signature. */
  constructor(form: Form, onPlaced: () => void) {
    this.#form = form;
    this.#onPlaced = onPlaced;
    this.#placed = new PlacedNote(form);
    this.#pad = new Pad(canvas("pad"), (drawing) => this.#make({ drawing }, drawing !== null));
    this.#modal = new Modal("mark-dialog", () => this.#use());
    this.#names();
    setUpStyles(form);
    setUpTabs(form, () => this.#redraw());
    setUpUpload(form, {
      onImage: (image) => this.#make({ image, means: "upload" }, true),
      onProblem: (sentence) => this.problem(sentence),
    });
    byId("pad-undo").addEventListener("click", () => this.#pad.undo());
    byId("pad-clear").addEventListener("click", () => this.#pad.clear());
    byId("by-initials").hidden = form.ceremony.fields.every(({ type }) => type !== "initial");
    byId("mark-remove").addEventListener("click", () => this.#remove());
    byId("mark-place").addEventListener("click", () => this.#placeInAll());
    form.show(() => {
      if (signatureOf(form.draft) !== undefined) this.problem("");
      const left = this.#open(["signature", "initial"]).length;
      byId("mark-place").hidden = left === 0 || signatureOf(form.draft) === undefined;
      byId("mark-place").textContent = format(TEXTS.mark.placeAll, { count: left });
    });
  }

  /** Opens the form in a dialog for a field. */
  ask(field: CeremonyField): void {
    this.#field = field;
    const { draft, ceremony } = this.#form;
    const home = byId("mark-home");
    const { initial, sign, everywhere } = TEXTS.mark;
    // The page behind the dialog does not move.
    home.style.minHeight = `${home.offsetHeight}px`;
    byId("mark-use").textContent = field.type === "initial" ? initial : sign;
    byId("mark-remove").hidden = !isFilled(field, draft, ceremony);
    const count = ceremony.fields.filter(({ type, required }) => required && type === field.type);
    byId("mark-all").hidden = count.length < 2;
    byId("mark-all-label").textContent = format(everywhere, { count: count.length });
    inputById("mark-everywhere").checked = field.required;
    byId("mark-away").append(byId("mark"));
    const { name, face, drawing, image, means, initials } = draft;
    this.#modal.open(() => {
      // Cancelled: the signatures in the document stay as they were.
      if (this.#field !== undefined) {
        this.#field = undefined;
        this.#form.change({ name, face, drawing, image, means, initials });
      }
      home.prepend(byId("mark"));
      home.style.minHeight = "";
      this.#redraw();
    });
    this.#redraw();
    this.#focus(field.type === "initial" && signatureOf(draft) !== undefined);
  }

  /** Goes to the form and shows a problem. */
  visit(sentence: string): void {
    this.problem(sentence);
    byId("mark").scrollIntoView({ block: "center" });
    this.#focus(false);
  }

  /** Shows the problem of the signature; an empty text removes it. */
  problem(sentence: string): void {
    byId("name-error").textContent = sentence;
    if (sentence === "") inputById("name").removeAttribute("aria-invalid");
    else inputById("name").setAttribute("aria-invalid", "true");
  }

  /** Shows the problem of the initials. */
  initialsProblem(sentence: string): void {
    byId("initials-error").textContent = sentence;
  }

  /** Changes the signature; next to the document, that signs. */
  #make(changes: Parameters<Form["sign"]>[0], isMark: boolean): void {
    if (isMark && this.#field === undefined) this.#form.sign(changes);
    else this.#form.change(changes);
  }

  #names(): void {
    const [form, name, initials] = [this.#form, inputById("name"), inputById("initials")];
    name.addEventListener("input", () => {
      this.#make({ name: name.value }, isVisible(name.value));
    });
    initials.addEventListener("input", () => {
      this.#make({ initials: initials.value }, isVisible(initials.value));
    });
    // Empty initials become those of the name again.
    initials.addEventListener("change", () => {
      if (!isVisible(initials.value)) form.change({ initials: null });
    });
    form.show(() => {
      if (name.value !== form.draft.name) name.value = form.draft.name;
      const own = form.draft.initials ?? textOf(initialsOf(form.draft, form.ceremony));
      if (initials.value !== own) initials.value = own;
      if (own !== "") this.initialsProblem("");
    });
  }

  #redraw(): void {
    this.#pad.show(this.#form.draft.drawing);
  }

  #focus(isInitials: boolean): void {
    byId(isInitials ? "initials" : FIRST[this.#form.draft.means]).focus();
  }

  /** The required fields without a mark. */
  #open(types: ReadonlyArray<CeremonyField["type"]>): ReadonlyArray<CeremonyField> {
    const { draft, ceremony } = this.#form;
    return ceremony.fields.filter(
      (field) => field.required && types.includes(field.type) && !isFilled(field, draft, ceremony),
    );
  }

  #placeInAll(): void {
    const { values } = this.#form.draft;
    const open = this.#open(["signature", "initial"]);
    this.#form.change({ values: placeInAll(this.#form.ceremony, values) });
    this.#placed.show(values, open.length);
    this.#onPlaced();
  }

  #use(): void {
    const { draft, ceremony } = this.#form;
    const field = this.#field;
    if (field === undefined) return;
    const isInitials = field.type === "initial";
    const mark = isInitials ? initialsOf(draft, ceremony) : signatureOf(draft);
    if (mark === undefined) {
      this.problem(MISSING[isInitials ? "type" : draft.means]);
      this.#focus(isInitials && signatureOf(draft) !== undefined);
      return;
    }
    const isEverywhere = !byId("mark-all").hidden && inputById("mark-everywhere").checked;
    const { values } = draft;
    const open = this.#open([field.type]);
    const placed = { ...values, [field.id]: true };
    this.#close();
    this.#form.change({
      values: isEverywhere ? placeInAll(ceremony, placed, [field.type]) : placed,
    });
    if (isEverywhere && open.length > 1) this.#placed.show(values, open.length);
    this.#onPlaced();
  }

  #remove(): void {
    const id = this.#field?.id;
    this.#close();
    if (id !== undefined) this.#form.fill(id, undefined);
  }

  #close(): void {
    this.#modal.close();
    this.#field = undefined;
  }
}

/** The control that is focused first. */
const FIRST: Readonly<Record<Means, string>> = { type: "name", draw: "tab-draw", upload: "upload" };

/** What the recipient must do before there is a signature. */
const MISSING: Readonly<Record<Means, string>> = {
  type: TEXTS.mark.typeFirst,
  draw: TEXTS.mark.drawFirst,
  upload: TEXTS.mark.uploadFirst,
};

function textOf(signature: ReturnType<typeof initialsOf>): string {
  return signature?.kind === "typed" ? signature.text : "";
}

function canvas(id: string): HTMLCanvasElement {
  const element = byId(id);
  if (!(element instanceof HTMLCanvasElement)) throw new Error(`#${id} is not a canvas`);
  return element;
}
