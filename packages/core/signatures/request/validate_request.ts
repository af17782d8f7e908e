import { Predicate, Schema, Struct } from "effect";

import type { Issue } from "../../values/mod.ts";
import type { DeliveryOptions } from "./delivery_options.ts";
import { valueProblem } from "./field_value.ts";
import { AnchorTag, FieldType, type ResolvedField, type SignatureField } from "./fields.ts";
import {
  type Addressee,
  type Authentication,
  AuthenticationMethod,
  type NewRecipient,
  type RecipientDefinition,
} from "./recipient.ts";

type UncheckedObject = Readonly<Record<string, unknown>>;

/**
 * The problems between the fields of a request. It reads an unchecked body, so that these problems are
 * reported together with those of the schema, and ignores values of the wrong type.
 *
 * @example A signer without a signature field
 * ```ts
 * import { validateSignatureRequest } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(
 *   validateSignatureRequest({ recipients: [{ firstName: "Ada", order: 2 }] }).map(({ path }) => path),
 *   ["recipients.0.order", "fields"],
 * );
 * ```
 */
export function validateSignatureRequest(body: unknown): ReadonlyArray<Issue> {
  if (!isUncheckedObject(body)) return [];
  const recipients = uncheckedObjects(body["recipients"]);
  if (recipients === undefined || recipients.length === 0) return [];
  const fields = uncheckedObjects(body["fields"]) ?? [];
  const anchorTags = uncheckedObjects(body["anchorTags"]) ?? [];
  return [
    ...orderProblems(recipients),
    ...stepProblems(recipients, body["signingOrder"]),
    ...authenticationProblems(recipients),
    ...recipientIndexProblems("fields", fields, recipients),
    ...recipientIndexProblems("anchorTags", anchorTags, recipients),
    ...settingProblems(fields),
    ...valueProblems(fields),
    ...designationProblems(recipients),
    ...(body["fields"] === undefined &&
    body["anchorTags"] === undefined &&
    recipients.some(({ role }) => role !== undefined)
      ? signersWithoutRole(recipients)
      : [...roleProblems(recipients), ...signerProblems(recipients, [...fields, ...anchorTags])]),
  ];
}

/**
 * Reports signers without a required signature field after anchor tags are resolved: a tag with
 * `ignoreIfNotPresent` may have matched nothing.
 *
 * @example The only anchor of a signer is not in the document
 * ```ts
 * import { withRecipientDefaults, validateSignatureFields } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * const recipients = withRecipientDefaults([{ firstName: "Ada", email: "ada@example.com" }]);
 * assert.deepEqual(
 *   validateSignatureFields(recipients, []).map(({ path }) => path),
 *   ["recipients.0"],
 * );
 * ```
 */
export function validateSignatureFields(
  recipients: ReadonlyArray<Pick<Addressee, "designation">>,
  fields: ReadonlyArray<Pick<ResolvedField, "recipientIndex" | "type" | "required">>,
): ReadonlyArray<Issue> {
  const places = fields.map(({ recipientIndex, type, required }) => ({
    recipientIndex,
    type,
    required,
  }));
  return recipients.flatMap(({ designation }, index) =>
    designation === "Signer" && !canSign(index, places, recipients.length)
      ? [{ path: `recipients.${index}`, message: NO_SIGNATURE_FIELD }]
      : [],
  );
}

/**
 * Applies the defaults of recipients. The step of a recipient is given, the same for all in parallel, or
 * else their order.
 *
 * @param authentications The authentication of each recipient; `null` for the link alone.
 */
export function withRecipientDefaults(
  recipients: ReadonlyArray<NewRecipient>,
  {
    signingOrder = "sequential",
    authentications = [],
  }: Partial<Pick<DeliveryOptions, "signingOrder">> & {
    readonly authentications?: ReadonlyArray<Authentication | null>;
  } = {},
): ReadonlyArray<RecipientDefinition> {
  const hasSteps = recipients.some(({ step }) => step !== undefined);
  const steps = recipients.map(({ step, order }, index) => {
    if (signingOrder === "parallel") return 1;
    return hasSteps ? (step ?? index + 1) : (order ?? index + 1);
  });
  const bySteps = steps
    .map((step, index) => ({ step, index }))
    .toSorted((one, other) => one.step - other.step || one.index - other.index)
    .map(({ index }) => index);
  return recipients.map((recipient, index) => {
    const { firstName, lastName = "", email, designation = "Signer", language = null } = recipient;
    const contact = { firstName, lastName, email, designation, language };
    return {
      ...contact,
      order: hasSteps ? bySteps.indexOf(index) + 1 : (recipient.order ?? index + 1),
      step: steps[index] ?? 1,
      authentication: authentications[index] ?? null,
    };
  });
}

function orderProblems(recipients: ReadonlyArray<UncheckedObject>): ReadonlyArray<Issue> {
  const orders = recipients.map(({ order }, index) => (order === undefined ? index + 1 : order));
  return orders.flatMap((order, index) => {
    const path = `recipients.${index}.order`;
    if (typeof order !== "number") return [];
    if (order > recipients.length)
      return [{ path, message: `Expected at most ${recipients.length}: one for each recipient` }];
    return orders.indexOf(order) === index
      ? []
      : [{ path, message: `Another recipient already has the order ${order}` }];
  });
}

function stepProblems(
  recipients: ReadonlyArray<UncheckedObject>,
  signingOrder: unknown,
): ReadonlyArray<Issue> {
  const hasOrder = recipients.some(({ order }) => order !== undefined);
  return recipients.flatMap(({ step }, index) => {
    const path = `recipients.${index}.step`;
    if (step === undefined) return [];
    if (hasOrder) return [{ path, message: "Use step or order, not both" }];
    return signingOrder === "parallel"
      ? [{ path, message: "There are no steps if signingOrder is parallel" }]
      : [];
  });
}

function authenticationProblems(recipients: ReadonlyArray<UncheckedObject>): ReadonlyArray<Issue> {
  return recipients.flatMap(({ authentication }, index) => {
    if (!isUncheckedObject(authentication)) return [];
    const path = `recipients.${index}.authentication`;
    return [
      ...secretProblems(authentication, { ...ACCESS_CODE, path }),
      ...secretProblems(authentication, { ...PHONE, path }),
    ];
  });
}

const ACCESS_CODE = {
  name: "code",
  of: "access_code",
  expected: "Expected the access code, 4 to 32 characters",
} as const;
const PHONE = {
  name: "phone",
  of: "sms_code",
  expected: "Expected the phone number that receives the code, such as +491701234567",
} as const;

/** The problem of a field that one known method of authentication needs, and the others do not have. */
function secretProblems(
  authentication: UncheckedObject,
  { name, of, expected, path }: (typeof ACCESS_CODE | typeof PHONE) & { readonly path: string },
): ReadonlyArray<Issue> {
  const { method } = authentication;
  if (!isAuthenticationMethod(method)) return [];
  const isPresent = authentication[name] !== undefined;
  if (method === of) return isPresent ? [] : [{ path: `${path}.${name}`, message: expected }];
  return isPresent ? [{ path: `${path}.${name}`, message: `Only ${of} has a ${name}` }] : [];
}

function recipientIndexProblems(
  where: "fields" | "anchorTags",
  places: ReadonlyArray<UncheckedObject>,
  recipients: ReadonlyArray<UncheckedObject>,
): ReadonlyArray<Issue> {
  return places.flatMap(({ recipientIndex }, index) => {
    const path = `${where}.${index}.recipientIndex`;
    if (typeof recipientIndex !== "number" || recipientIndex < 0) return [];
    if (recipientIndex >= recipients.length)
      return [{ path, message: `There is no recipient ${recipientIndex}` }];
    return recipients[recipientIndex]?.["designation"] === "CC"
      ? [{ path, message: "A CC recipient has nothing to fill in" }]
      : [];
  });
}

/** The types of fields that have a setting. */
const TYPES_WITH = {
  options: ["dropdown", "radio_buttons"],
  placeholder: ["text", "text_area"],
  validation: ["text"],
  format: ["date"],
  value: ["text", "text_area", "dropdown", "radio_buttons"],
} as const satisfies Partial<Record<keyof SignatureField, ReadonlyArray<FieldType>>>;

function settingProblems(fields: ReadonlyArray<UncheckedObject>): ReadonlyArray<Issue> {
  return fields.flatMap((field, index) =>
    Struct.keys(TYPES_WITH).flatMap((name) => {
      const types: ReadonlyArray<unknown> = TYPES_WITH[name];
      if (field[name] === undefined || types.includes(field["type"])) return [];
      const message = `Only ${types.join(", ")} can have ${name}`;
      return [{ path: `fields.${index}.${name}`, message }];
    }),
  );
}

function valueProblems(fields: ReadonlyArray<UncheckedObject>): ReadonlyArray<Issue> {
  return fields.flatMap((field, index) => {
    const message = valueProblem(field);
    return message === undefined ? [] : [{ path: `fields.${index}.value`, message }];
  });
}

/** The message about a signer without a place to sign. */
export const NO_SIGNATURE_FIELD =
  "A Signer needs a required signature field: add one to fields or anchorTags, or name a role of the layout that has one";

/** Only a role gives a signer a signature field of the layout. */
function signersWithoutRole(recipients: ReadonlyArray<UncheckedObject>): ReadonlyArray<Issue> {
  return recipients.flatMap(({ designation = "Signer", role }, index) =>
    designation === "Signer" && role === undefined
      ? [{ path: `recipients.${index}`, message: NO_SIGNATURE_FIELD }]
      : [],
  );
}

/** Roles name the signing fields of the layout, which requests with fields of their own do not use. */
function roleProblems(recipients: ReadonlyArray<UncheckedObject>): ReadonlyArray<Issue> {
  const message = "Roles are for signing fields of the layout. Leave out fields and anchorTags";
  return recipients.flatMap(({ role }, index) =>
    role === undefined ? [] : [{ path: `recipients.${index}.role`, message }],
  );
}

function designationProblems(recipients: ReadonlyArray<UncheckedObject>): ReadonlyArray<Issue> {
  return recipients.every(({ designation }) => designation === "CC")
    ? [{ path: "recipients", message: "Expected at least one Signer or Approver" }]
    : [];
}

function signerProblems(
  recipients: ReadonlyArray<UncheckedObject>,
  places: ReadonlyArray<UncheckedObject>,
): ReadonlyArray<Issue> {
  const designations = recipients.map(({ designation = "Signer" }) => ({ designation }));
  if (designations.every(({ designation }) => designation === "CC")) return [];
  const signers = designations.flatMap(({ designation }, index) =>
    designation === "Signer" ? [index] : [],
  );
  if (signers.length > 0 && places.length === 0)
    return [{ path: "fields", message: NO_SIGNATURE_FIELD }];
  return signers
    .filter((index) => !canSign(index, places, recipients.length))
    .map((index) => ({ path: `recipients.${index}`, message: NO_SIGNATURE_FIELD }));
}

/**
 * Whether a recipient has a required signature field. A field with an invalid recipient or type counts,
 * because it may have been meant as one.
 */
function canSign(
  recipient: number,
  places: ReadonlyArray<UncheckedObject>,
  recipientCount: number,
): boolean {
  const isOf = (index: unknown) => index === recipient || !isIndexBelow(recipientCount, index);
  const isSignature = (type: unknown) => type === "signature" || !isPlaceType(type);
  return places.some(
    ({ recipientIndex, type, required }) =>
      isOf(recipientIndex) && isSignature(type) && required !== false,
  );
}

const isAuthenticationMethod = Schema.is(AuthenticationMethod);

const isPlaceType = Schema.is(Schema.Union([FieldType, AnchorTag.fields.type]));

function isIndexBelow(count: number, index: unknown): boolean {
  return Number.isInteger(index) && Number(index) >= 0 && Number(index) < count;
}

function isUncheckedObject(value: unknown): value is UncheckedObject {
  return Predicate.isObject(value);
}

/** Limits the checked items: the schema rejects longer lists. */
const MAX_ITEMS = 1000;

function uncheckedObjects(value: unknown): ReadonlyArray<UncheckedObject> | undefined {
  return Array.isArray(value)
    ? value.slice(0, MAX_ITEMS).map((part: unknown) => (isUncheckedObject(part) ? part : {}))
    : undefined;
}
