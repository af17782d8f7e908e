import { button, h, nextId, svgIcon } from "../../ui/browser/dom.ts";
import { hasParent } from "../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { showNote } from "../../ui/browser/status.ts";
import { format } from "../../ui/browser/texts.ts";
import { ICONS } from "./icons.ts";
import { texts } from "./texts.ts";
import type { FormState } from "./values/form_state.ts";

/** Lets the user store the values on this device, and remove them from it. */
export class Later {
  readonly element = h("div", { class: "later" });
  readonly dialog: HTMLDialogElement;
  readonly #state: FormState;
  readonly #open = button(texts.later.open, () => this.open(), { class: "is-quiet is-small" });
  readonly #remove = button(texts.later.remove, () => this.#removeCopy(), {
    class: "is-quiet is-small",
  });
  readonly #until = h("span", {});
  readonly #omission = h("p", { hidden: true }, texts.later.omitted);
  readonly #problem = h("p", { class: "problem", role: "alert" });
  #wasStored: boolean;

  constructor(state: FormState, { context }: EmbedSession) {
    this.#state = state;
    this.#wasStored = state.storedUntil !== undefined;
    this.#open.prepend(svgIcon(ICONS.bookmark));
    const id = nextId();
    const ends = format(texts.later.ends, { time: TIME.format(new Date(context.expiresAt)) });
    this.dialog = h(
      "dialog",
      { class: "later-dialog", "aria-labelledby": id },
      h("h2", { id }, texts.later.title),
      h("p", {}, texts.later.where),
      // The page that embeds this one renews the session.
      h("p", {}, hasParent() ? texts.later.again : `${ends} ${texts.later.again}`),
      this.#omission,
      this.#problem,
      h(
        "div",
        { class: "actions" },
        button(texts.later.cancel, () => this.dialog.close()),
        button(texts.later.store, () => this.#store(), { class: "is-first" }),
      ),
    );
    this.element.append(this.#open, this.#until, this.#remove);
    state.onChange(() => this.#refresh());
    this.#refresh();
  }

  /** Explains what is stored where, and asks for it. */
  open(): void {
    this.#problem.textContent = "";
    this.#omission.hidden = !this.#state.omitsValues;
    this.dialog.showModal();
  }

  #store(): void {
    if (!this.#state.storeOnDevice()) {
      this.#problem.textContent = texts.later.failed;
      return;
    }
    this.dialog.close();
    this.#remove.focus();
    showNote(texts.later.stored);
  }

  #removeCopy(): void {
    this.#wasStored = false;
    this.#state.removeFromDevice();
    this.#open.focus();
    showNote(texts.later.removed);
  }

  #refresh(): void {
    const { storedUntil } = this.#state;
    const isStored = storedUntil !== undefined;
    this.#open.hidden = isStored;
    this.#remove.hidden = !isStored;
    this.#until.textContent = isStored
      ? format(texts.later.until, { day: DAY.format(storedUntil) })
      : "";
    // The storage may be full now.
    if (this.#wasStored && !isStored) showNote(texts.later.failed);
    this.#wasStored = isStored;
  }
}

const language = document.documentElement.lang;
const DAY = new Intl.DateTimeFormat(language, { dateStyle: "long" });
const TIME = new Intl.DateTimeFormat(language, { timeStyle: "short" });
