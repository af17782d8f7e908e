import { fitBox, type PlacedField, type SendModel } from "./draft_request.ts";
import { isRequiredByDefault, newSize, type PlacedType } from "./field_types.ts";
import { nextKey } from "./keys.ts";
import { newRecipient, type Order, type Recipient } from "./recipient.ts";

/** The kinds of changes: of the lists, or of values in them. */
type Change = "recipients" | "fields" | "values";

/** A place on a page in percent. */
export interface PagePoint {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  /** The width of the page divided by its height. */
  readonly ratio: number;
}

/** The number of colors of recipients; more recipients share them. */
const COLORS = 6;

/** What the page edits, and its listeners. */
export class SendState {
  readonly model: SendModel;
  readonly #listeners: Array<(change: Change) => void> = [];
  #activeKey: number | undefined;

  constructor(model: SendModel) {
    this.model = model;
    if (model.recipients.length === 0) model.recipients.push(newRecipient());
  }

  /** Calls a listener after every change. */
  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  changed(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** The recipients that can have fields. */
  get signers(): ReadonlyArray<Recipient> {
    return this.model.recipients.filter(({ designation }) => designation !== "CC");
  }

  /** The recipient of new fields. */
  get active(): Recipient | undefined {
    return this.signers.find(({ key }) => key === this.#activeKey) ?? this.signers[0];
  }

  setActive(key: number): void {
    this.#activeKey = key;
    this.changed("values");
  }

  /** The class of the color of a recipient. */
  colorOf(key: number): string {
    const index = this.model.recipients.findIndex((recipient) => recipient.key === key);
    return `is-color-${Math.max(0, index) % COLORS}`;
  }

  recipientOf(key: number): Recipient | undefined {
    return this.model.recipients.find((recipient) => recipient.key === key);
  }

  addRecipient(): Recipient {
    const recipient = newRecipient();
    const { recipients, order } = this.model;
    if (order === "steps") recipient.step = (recipients.at(-1)?.step ?? recipients.length) + 1;
    recipients.push(recipient);
    this.#activeKey = recipient.key;
    this.changed("recipients");
    return recipient;
  }

  /** Removes a recipient with their fields. */
  removeRecipient(key: number): void {
    const { model } = this;
    model.recipients = model.recipients.filter((recipient) => recipient.key !== key);
    this.#removeFields(key);
    this.changed("recipients");
  }

  /** Moves a recipient up (-1) or down (1). */
  moveRecipient(key: number, by: -1 | 1): void {
    const { recipients } = this.model;
    const from = recipients.findIndex((recipient) => recipient.key === key);
    const to = from + by;
    const [one, other] = [recipients[from], recipients[to]];
    if (one === undefined || other === undefined) return;
    [recipients[from], recipients[to]] = [other, one];
    this.changed("recipients");
  }

  /** Changes a designation. A person who only gets a copy has no fields. */
  setDesignation(recipient: Recipient, designation: Recipient["designation"]): void {
    recipient.designation = designation;
    if (designation === "CC") this.#removeFields(recipient.key);
    this.changed("recipients");
  }

  /** Changes the order of signing. New steps are in the order of the list. */
  setOrder(order: Order): void {
    const { model } = this;
    model.order = order;
    if (order === "steps")
      for (const [index, recipient] of model.recipients.entries()) recipient.step ??= index + 1;
    this.changed("recipients");
  }

  /** Changes a setting of a field; undefined removes it. */
  setSetting(field: PlacedField, name: string, value: unknown): void {
    const { [name]: _, ...others } = field.others;
    field.others = value === undefined ? others : { ...others, [name]: value };
    this.changed("values");
  }

  /** Adds a field of the active recipient, with its center at a place. */
  addField(type: PlacedType, { page, x, y, ratio }: PagePoint): PlacedField | undefined {
    const recipient = this.active?.key;
    if (recipient === undefined) return undefined;
    const size = newSize(type, ratio);
    const field = fitBox({
      key: nextKey(),
      recipient,
      type,
      page,
      x: x - size.width / 2,
      y: y - size.height / 2,
      ...size,
      required: isRequiredByDefault(type),
      others: {},
    });
    this.model.fields.push(field);
    this.changed("fields");
    return field;
  }

  /** Moves or resizes a field, within its page. */
  moveField(field: PlacedField, box: Partial<PlacedField>): void {
    Object.assign(field, fitBox({ ...field, ...box }));
    this.changed("values");
  }

  removeField(key: number): void {
    this.model.fields = this.model.fields.filter((field) => field.key !== key);
    this.changed("fields");
  }

  #removeFields(recipientKey: number): void {
    this.model.fields = this.model.fields.filter(({ recipient }) => recipient !== recipientKey);
  }
}
