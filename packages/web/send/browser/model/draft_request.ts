import { isRecord } from "../../../ui/browser/is_record.ts";
import {
  type BoxSize,
  isPlacedType,
  isRequiredByDefault,
  newSize,
  type PlacedType,
  placedTypeOf,
  SMALLEST,
} from "./field_types.ts";
import { nextKey } from "./keys.ts";
import {
  newRecipient,
  type Order,
  orderOf,
  readRecipient,
  type Recipient,
  writeRecipient,
} from "./recipient.ts";
import { listOf, numberOf, optionalText, textOf } from "./unchecked.ts";

/** A field on the page: its box is in percent of its page. */
export interface PlacedField {
  readonly key: number;
  /** The key of its recipient. */
  recipient: number;
  readonly type: PlacedType;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  required: boolean;
  /** Members that the page does not show, such as the options of a choice. */
  others: Readonly<Record<string, unknown>>;
}

/** A schedule of reminders. */
export interface Reminders {
  afterDays: number;
  everyDays: number;
  max: number;
}

/** What the page edits. */
export interface SendModel {
  name: string;
  message: string;
  /** Undefined for the default of the API. */
  expirationHours: number | undefined;
  order: Order;
  /** Undefined for the language of the project. */
  language: string | undefined;
  reminders: Reminders | undefined;
  redirectUrl: string;
  allowDelegation: boolean;
  recipients: Array<Recipient>;
  fields: Array<PlacedField>;
  /** Members of the request that the page does not show. */
  others: Readonly<Record<string, unknown>>;
}

/** A signing field of the layout, as a render has it. */
export interface LayoutField {
  readonly role: string;
  readonly type: string;
  readonly label?: string | null;
  readonly display?: string;
  readonly options?: ReadonlyArray<string>;
  readonly placeholder?: string;
  readonly validation?: string;
  readonly format?: string;
  readonly value?: string;
  readonly required: boolean;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the request of a draft, which may have any content. Without fields of its own, it starts with the
 * signing fields of the layout, and with a recipient for each role.
 *
 * @param layoutFields The signing fields of the render.
 */
export function readRequest(
  request: Readonly<Record<string, unknown>>,
  layoutFields: ReadonlyArray<LayoutField>,
): SendModel {
  const {
    renderId: _,
    name,
    message,
    expirationHours,
    signingOrder,
    language,
    reminders,
    redirectUrl,
    allowDelegation,
    recipients,
    fields,
    ...others
  } = request;
  const people = listOf(recipients).map(readRecipient);
  const model: SendModel = {
    name: textOf(name),
    message: textOf(message),
    expirationHours: typeof expirationHours === "number" ? expirationHours : undefined,
    order: orderOf(signingOrder, people),
    language: optionalText(language),
    reminders: readReminders(reminders),
    redirectUrl: textOf(redirectUrl),
    allowDelegation: allowDelegation === true,
    recipients: people,
    fields: [],
    others,
  };
  if (fields !== undefined || others["anchorTags"] !== undefined)
    model.fields = listOf(fields).flatMap((field) => readField(field, model.recipients));
  else addLayoutFields(model, layoutFields);
  return model;
}

/** Writes the body of `POST /v1/signatures` for what the page shows, with empty members left out. */
export function writeRequest(model: SendModel, renderId: string): Record<string, unknown> {
  const { name, message, expirationHours, order, language, reminders, others } = model;
  const redirectUrl = model.redirectUrl.trim();
  const indexes = new Map(model.recipients.map(({ key }, index) => [key, index]));
  const fields = model.fields.flatMap((placed) => {
    const { key: _, recipient, others: more, ...field } = placed;
    const recipientIndex = indexes.get(recipient);
    return recipientIndex === undefined ? [] : [{ ...more, recipientIndex, ...field }];
  });
  const hasAnchors = others["anchorTags"] !== undefined;
  return {
    ...others,
    renderId,
    ...(name.trim() === "" ? {} : { name: name.trim() }),
    ...(message.trim() === "" ? {} : { message: message.trim() }),
    ...(expirationHours === undefined ? {} : { expirationHours }),
    ...(order === "parallel" ? { signingOrder: order } : {}),
    ...(language === undefined ? {} : { language }),
    ...(reminders === undefined ? {} : { reminders: { ...reminders } }),
    ...(redirectUrl === "" ? {} : { redirectUrl }),
    ...(model.allowDelegation ? { allowDelegation: true } : {}),
    recipients: model.recipients.map((recipient, index) =>
      writeRecipient(recipient, order === "steps" ? (recipient.step ?? index + 1) : undefined),
    ),
    ...(fields.length === 0 && hasAnchors ? {} : { fields }),
  };
}

/** The access codes of the recipients, which are sent with the draft. */
export function writeAccessCodes({
  recipients,
}: SendModel): ReadonlyArray<{ readonly recipientIndex: number; readonly code: string }> {
  return recipients.flatMap(({ method, code }, recipientIndex) =>
    method === "access_code" ? [{ recipientIndex, code }] : [],
  );
}

/** Moves and resizes a box so that it stays on its page; positions have two decimals. */
export function fitBox<A extends BoxSize & { readonly x: number; readonly y: number }>(box: A): A {
  const width = clamp(box.width, SMALLEST.width, 100);
  const height = clamp(box.height, SMALLEST.height, 100);
  return {
    ...box,
    width: round(width),
    height: round(height),
    x: round(clamp(box.x, 0, 100 - width)),
    y: round(clamp(box.y, 0, 100 - height)),
  };
}

function readReminders(value: unknown): Reminders | undefined {
  if (!isRecord(value)) return undefined;
  const { afterDays, everyDays, max } = DEFAULT_REMINDERS;
  return {
    afterDays: numberOf(value["afterDays"], afterDays),
    everyDays: numberOf(value["everyDays"], everyDays),
    max: numberOf(value["max"], max),
  };
}

/** The schedule that the page starts with. */
export const DEFAULT_REMINDERS: Readonly<Reminders> = { afterDays: 3, everyDays: 3, max: 3 };

function readField(
  value: unknown,
  recipients: ReadonlyArray<Recipient>,
): ReadonlyArray<PlacedField> {
  if (!isRecord(value) || !isPlacedType(value["type"])) return [];
  const { type, recipientIndex, required, page, x, y, width, height, ...others } = value;
  const recipient = recipients[numberOf(recipientIndex, -1)];
  if (recipient === undefined) return [];
  const size = newSize(type, 0.7);
  return [
    fitBox({
      key: nextKey(),
      recipient: recipient.key,
      type,
      page: Math.max(1, Math.trunc(numberOf(page, 1))),
      x: numberOf(x, 0),
      y: numberOf(y, 0),
      width: numberOf(width, size.width),
      height: numberOf(height, size.height),
      required: typeof required === "boolean" ? required : isRequiredByDefault(type),
      others,
    }),
  ];
}

function addLayoutFields(model: SendModel, layoutFields: ReadonlyArray<LayoutField>): void {
  const roles = new Map<string, Recipient>();
  for (const { role, type: layoutType, ...field } of layoutFields) {
    const type = placedTypeOf(layoutType, field.display);
    if (type === undefined) continue;
    let recipient = roles.get(role);
    if (recipient === undefined) {
      recipient = model.recipients[roles.size] ?? newRecipient();
      if (!model.recipients.includes(recipient)) model.recipients.push(recipient);
      roles.set(role, recipient);
    }
    const { required, page, x, y, width, height } = field;
    const box = { required, page, x, y, width, height };
    const others = settingsOf(field);
    model.fields.push(fitBox({ key: nextKey(), recipient: recipient.key, type, ...box, others }));
  }
}

/** The settings of a signing field that fields of requests have too. */
function settingsOf(field: Omit<LayoutField, "role" | "type">): PlacedField["others"] {
  const { label, options, placeholder, validation, format, value } = field;
  const settings = { label, options, placeholder, validation, format, value };
  return Object.fromEntries(
    Object.entries(settings).filter(([, setting]) => setting !== undefined && setting !== null),
  );
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
