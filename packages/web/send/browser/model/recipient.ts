import { isRecord } from "../../../ui/browser/is_record.ts";
import { nextKey } from "./keys.ts";
import { optionalText, textOf } from "./unchecked.ts";

/** The designations of recipients. */
export const DESIGNATIONS = ["Signer", "Approver", "CC"] as const;
type Designation = (typeof DESIGNATIONS)[number];

/** The authentication of recipients in addition to their link. */
export const METHODS = ["email_code", "sms_code", "access_code"] as const;
type Method = (typeof METHODS)[number];

/** A recipient on the page. */
export interface Recipient {
  /** Identifies the recipient while the page is open. */
  readonly key: number;
  firstName: string;
  lastName: string;
  email: string;
  designation: Designation;
  /** The step in which the recipient signs, when the order has steps. */
  step: number | undefined;
  /** Undefined for the language of the request. */
  language: string | undefined;
  /** Undefined for the link alone. */
  method: Method | undefined;
  phone: string;
  /** It is sent with the draft, which does not have it. */
  code: string;
  /** Members that the page does not show. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** The order of signing. */
export const ORDERS = ["sequential", "parallel", "steps"] as const;
export type Order = (typeof ORDERS)[number];

/** A recipient without a name. */
export function newRecipient(): Recipient {
  return {
    key: nextKey(),
    firstName: "",
    lastName: "",
    email: "",
    designation: "Signer",
    step: undefined,
    language: undefined,
    method: undefined,
    phone: "",
    code: "",
    others: {},
  };
}

/** Reads a recipient of a request, which may have any content. */
export function readRecipient(value: unknown): Recipient {
  // Roles are replaced by the fields that the page shows; the order of the list is the order of signing.
  const {
    firstName,
    lastName,
    email,
    designation,
    step,
    language,
    authentication,
    role: _,
    order: __,
    ...others
  } = isRecord(value) ? value : {};
  const { method, phone } = isRecord(authentication) ? authentication : {};
  return {
    key: nextKey(),
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    email: textOf(email),
    designation: DESIGNATIONS.find((each) => each === designation) ?? "Signer",
    step: typeof step === "number" ? step : undefined,
    language: optionalText(language),
    method: METHODS.find((each) => each === method),
    phone: textOf(phone),
    code: "",
    others,
  };
}

/** The order of a request: steps are those of its recipients. */
export function orderOf(signingOrder: unknown, recipients: ReadonlyArray<Recipient>): Order {
  if (signingOrder === "parallel") return "parallel";
  return recipients.some(({ step }) => step !== undefined) ? "steps" : "sequential";
}

/** Writes a recipient of a request. */
export function writeRecipient(
  recipient: Recipient,
  step: number | undefined,
): Record<string, unknown> {
  const { designation, language, others } = recipient;
  const lastName = recipient.lastName.trim();
  const authentication = writeAuthentication(recipient);
  return {
    ...others,
    firstName: recipient.firstName.trim(),
    ...(lastName === "" ? {} : { lastName }),
    email: recipient.email.trim(),
    designation,
    ...(step === undefined ? {} : { step }),
    ...(language === undefined ? {} : { language }),
    ...(authentication === undefined ? {} : { authentication }),
  };
}

function writeAuthentication({ method, phone }: Recipient) {
  if (method === undefined) return undefined;
  return method === "sms_code" ? { method, phone: phoneNumber(phone) } : { method };
}

/** A phone number without the spaces that people type; the API accepts none. */
export function phoneNumber(text: string): string {
  return text.replaceAll(/[\s()-]/gu, "");
}
