import {
  button,
  h,
  iconButton,
  labeledControl,
  select,
  setError,
  svgIcon,
} from "../../../ui/browser/dom.ts";
import { format } from "../../../ui/browser/texts.ts";
import { ICONS } from "../icons.ts";
import type { Problem } from "../model/problems.ts";
import { DESIGNATIONS, ORDERS, type Recipient } from "../model/recipient.ts";
import type { SendState } from "../model/send_state.ts";
import { recipientName } from "../names.ts";
import { texts } from "../texts.ts";
import { AccessSettings } from "./access_settings.ts";

interface Card {
  readonly element: HTMLElement;
  readonly firstName: HTMLInputElement;
  readonly email: HTMLInputElement;
  readonly step: HTMLInputElement;
  readonly stepControl: HTMLElement;
  readonly access: AccessSettings;
  readonly problem: HTMLElement;
}

/** The recipients: names, addresses, what they do, and their order. */
export class RecipientsPanel {
  readonly element: HTMLElement;
  readonly #state: SendState;
  readonly #list = h("ol", { class: "recipients" });
  readonly #problem = h("p", { class: "problem", id: "recipients-problem" });
  readonly #cards = new Map<number, Card>();

  constructor(state: SendState) {
    this.#state = state;
    const add = button(
      texts.addRecipient,
      () => {
        const { key } = state.addRecipient();
        this.#cards.get(key)?.firstName.focus();
      },
      { class: "is-small" },
    );
    const order = select(
      ORDERS.map((each) => [each, texts.order[each]] as const),
      state.model.order,
      (value) => state.setOrder(ORDERS.find((each) => each === value) ?? "sequential"),
    );
    this.element = h(
      "section",
      { class: "card", "aria-labelledby": "recipients-title" },
      h("h2", { id: "recipients-title" }, texts.recipients),
      this.#problem,
      this.#list,
      add,
      labeledControl(texts.order.label, order),
    );
    this.update();
  }

  /** Shows the recipients as they are now. Values in inputs stay. */
  update(): void {
    const { recipients } = this.#state.model;
    const keys = new Set(recipients.map(({ key }) => key));
    for (const key of this.#cards.keys()) if (!keys.has(key)) this.#cards.delete(key);
    const focused = document.activeElement;
    this.#list.replaceChildren(
      ...recipients.map((recipient, index) => this.#cardOf(recipient, index).element),
    );
    if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus();
  }

  /** Shows problems next to what they concern; returns the first control with one. */
  show(problems: ReadonlyArray<Problem>): HTMLElement | undefined {
    const general = problems.filter(({ kind }) => kind === "noRecipient" || kind === "noSigner");
    this.#problem.textContent = general
      .map(({ kind }) => texts.problems[kind === "noSigner" ? "noSigner" : "noRecipient"])
      .join(" ");
    let first: HTMLElement | undefined;
    for (const [key, card] of this.#cards) {
      const kinds = new Set(problems.filter((each) => each.key === key).map(({ kind }) => kind));
      setError(card.firstName, kinds.has("firstName") ? texts.problems.firstName : "");
      setError(card.email, kinds.has("email") ? texts.problems.email : "");
      card.problem.textContent = kinds.has("noSignature") ? texts.problems.noSignature : "";
      setError(card.step, kinds.has("step") ? texts.problems.step : "");
      const inAccess = card.access.show(kinds);
      if (kinds.has("firstName")) first ??= card.firstName;
      if (kinds.has("email")) first ??= card.email;
      if (kinds.has("step")) first ??= card.step;
      first ??= inAccess;
      if (kinds.has("noSignature")) first ??= card.firstName;
    }
    return (
      first ??
      (general.length > 0 ? (this.element.querySelector("button") ?? undefined) : undefined)
    );
  }

  #cardOf(recipient: Recipient, index: number): Card {
    const card = this.#cards.get(recipient.key) ?? this.#newCard(recipient);
    const { recipients } = this.#state.model;
    const name = recipientName(this.#state, recipient.key);
    card.stepControl.hidden = this.#state.model.order !== "steps";
    if (document.activeElement !== card.step) card.step.value = String(recipient.step ?? "");
    card.element.className = `recipient ${this.#state.colorOf(recipient.key)}`;
    const tool = (label: string, icon: string, run: () => void, isOff: boolean) => {
      const element = iconButton(format(label, { name }), svgIcon(icon), run, { class: "tool" });
      element.disabled = isOff;
      return element;
    };
    card.element.querySelector(".recipient-head")?.replaceChildren(
      h("span", { class: "dot" }),
      h("h3", {}, format(texts.recipientNumber, { number: index + 1 })),
      tool(texts.moveUp, ICONS.up, () => this.#state.moveRecipient(recipient.key, -1), index === 0),
      tool(
        texts.moveDown,
        ICONS.down,
        () => this.#state.moveRecipient(recipient.key, 1),
        index === recipients.length - 1,
      ),
      tool(
        texts.removeRecipient,
        ICONS.remove,
        () => this.#state.removeRecipient(recipient.key),
        false,
      ),
    );
    return card;
  }

  #newCard(recipient: Recipient): Card {
    const input = (
      name: "firstName" | "lastName" | "email",
      type: string,
      autocomplete: string,
    ) => {
      const element = h("input", { type, autocomplete, maxlength: name === "email" ? 255 : 100 });
      element.value = recipient[name];
      element.addEventListener("input", () => {
        recipient[name] = element.value;
        setError(element);
        this.#state.changed("values");
      });
      return element;
    };
    const firstName = input("firstName", "text", "off");
    const lastName = input("lastName", "text", "off");
    const email = input("email", "email", "off");
    const designation = select(
      DESIGNATIONS.map((each) => [each, texts.designations[each]] as const),
      recipient.designation,
      (value) => {
        const chosen = DESIGNATIONS.find((each) => each === value) ?? "Signer";
        this.#state.setDesignation(recipient, chosen);
      },
    );
    const step = h("input", { type: "number", min: 1, step: 1, inputmode: "numeric" });
    step.addEventListener("input", () => {
      recipient.step = step.value === "" ? Number.NaN : Number(step.value);
      setError(step);
      this.#state.changed("values");
    });
    const stepControl = labeledControl(texts.step, step, texts.stepHint);
    const access = new AccessSettings(recipient, () => this.#state.changed("values"));
    const problem = h("p", { class: "problem", role: "alert" });
    const element = h(
      "li",
      {},
      h("div", { class: "recipient-head" }),
      h(
        "div",
        { class: "names" },
        labeledControl(texts.firstName, firstName),
        labeledControl(texts.lastName, lastName),
      ),
      labeledControl(texts.email, email),
      labeledControl(texts.designation, designation),
      stepControl,
      access.element,
      problem,
    );
    const card = { element, firstName, email, step, stepControl, access, problem };
    this.#cards.set(recipient.key, card);
    return card;
  }
}
