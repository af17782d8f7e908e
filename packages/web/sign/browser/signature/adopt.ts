import { type CeremonyField, sanitizeText, isVisible } from "@paraph/core/builtin_provider";

import { byId, inputById } from "../../../ui/browser/dom.ts";
import { initialsOf, signatureOf } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import { Modal } from "../panel/modal.ts";
import { TEXTS } from "../texts.ts";
import { ink, inkKey } from "./ink.ts";
import { Pad } from "./pad.ts";

/**
 * The form to adopt a signature and initials. It is next to the document, and moves into a dialog when the
 * recipient opens a signature field first.
 */
export class Adopt {
  readonly #form: Form;
  readonly #pad: Pad;
  readonly #modal: Modal;
  #field: CeremonyField | undefined;

  constructor(form: Form) {
    this.#form = form;
    this.#pad = new Pad(canvas("pad"), (drawing) => form.change({ drawing }));
    this.#modal = new Modal("mark-dialog", () => this.#use());
    this.#names();
    this.#tabs();
    byId("pad-undo").addEventListener("click", () => this.#pad.undo());
    byId("pad-clear").addEventListener("click", () => this.#pad.clear());
    byId("by-initials").hidden = form.ceremony.fields.every(({ type }) => type !== "initial");
    let tab: boolean | undefined;
    form.show(() => {
      const { isDrawn } = form.draft;
      if (tab !== isDrawn) this.#showTab(isDrawn);
      tab = isDrawn;
      if (signatureOf(form.draft) !== undefined) this.problem("");
    });
  }

  /** Opens the form in a dialog for a field. */
  ask(field: CeremonyField): void {
    this.#field = field;
    const home = byId("mark-home");
    // The page behind the dialog does not move.
    home.style.minHeight = `${home.offsetHeight}px`;
    byId("mark-use").textContent = field.type === "initial" ? TEXTS.mark.initial : TEXTS.mark.sign;
    byId("mark-away").append(byId("mark"));
    this.#modal.open(() => {
      home.append(byId("mark"));
      home.style.minHeight = "";
      this.#redraw();
    });
    this.#redraw();
    this.#focus(field.type === "initial" && signatureOf(this.#form.draft) !== undefined);
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

  #names(): void {
    const [form, name, initials] = [this.#form, inputById("name"), inputById("initials")];
    name.addEventListener("input", () => form.change({ name: name.value }));
    initials.addEventListener("input", () => form.change({ initials: initials.value }));
    // Empty initials become those of the name again.
    initials.addEventListener("change", () => {
      if (!isVisible(initials.value)) form.change({ initials: null });
    });
    let lastKey = "";
    form.show(() => {
      if (name.value !== form.draft.name) name.value = form.draft.name;
      const own = form.draft.initials ?? textOf(initialsOf(form.draft, form.ceremony));
      if (initials.value !== own) initials.value = own;
      if (own !== "") this.initialsProblem("");
      const cleanName = sanitizeText(form.draft.name).trim();
      const text = isVisible(cleanName) ? cleanName : "";
      const signature = text === "" ? undefined : ({ kind: "typed", text } as const);
      if (inkKey(signature) === lastKey) return;
      lastKey = inkKey(signature);
      byId("name-preview").replaceChildren(...(signature === undefined ? [] : [ink(signature)]));
    });
  }

  #tabs(): void {
    const choose = (isDrawn: boolean) => {
      this.#form.change({ isDrawn });
      byId(isDrawn ? "tab-draw" : "tab-type").focus();
    };
    byId("tab-type").addEventListener("click", () => choose(false));
    byId("tab-draw").addEventListener("click", () => choose(true));
    byId("tab-draw").removeAttribute("aria-disabled");
    for (const tab of [byId("tab-type"), byId("tab-draw")]) {
      tab.addEventListener("keydown", ({ key }) => {
        if (key === "ArrowLeft" || key === "ArrowRight") choose(tab.id === "tab-type");
      });
    }
  }

  #showTab(isDrawn: boolean): void {
    for (const [tab, panel, isChosen] of [
      [byId("tab-type"), byId("by-name"), !isDrawn],
      [byId("tab-draw"), byId("by-hand"), isDrawn],
    ] as const) {
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      panel.hidden = !isChosen;
    }
    this.#redraw();
  }

  #redraw(): void {
    this.#pad.show(this.#form.draft.drawing);
  }

  #focus(isInitials: boolean): void {
    const { isDrawn } = this.#form.draft;
    byId(isInitials ? "initials" : isDrawn ? "tab-draw" : "name").focus();
  }

  #use(): void {
    const { draft, ceremony } = this.#form;
    const isInitials = this.#field?.type === "initial";
    const mark = isInitials ? initialsOf(draft, ceremony) : signatureOf(draft);
    if (mark === undefined) {
      this.problem(draft.isDrawn ? TEXTS.mark.drawFirst : TEXTS.mark.typeFirst);
      this.#focus(false);
      return;
    }
    if (this.#field !== undefined) this.#form.fill(this.#field.id, true);
    this.#modal.close();
  }
}

function textOf(signature: ReturnType<typeof initialsOf>): string {
  return signature?.kind === "typed" ? signature.text : "";
}

function canvas(id: string): HTMLCanvasElement {
  const element = byId(id);
  if (!(element instanceof HTMLCanvasElement)) throw new Error(`#${id} is not a canvas`);
  return element;
}
