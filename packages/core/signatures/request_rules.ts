import { Predicate } from "effect";

import type { Issue } from "../values/mod.ts";
import type { Addressee, NewRecipient } from "./recipient.ts";

/** A part of a body that may be anything yet. */
type Part = Readonly<Record<string, unknown>>;

/**
 * What is wrong with a request although each of its settings may be right by itself. It reads a body
 * that was not checked, so that these problems are told together with those of its shape; what has no
 * shape at all is passed over here.
 *
 * @example Somebody signs, and nowhere to
 * ```ts
 * import { requestProblems } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(
 *   requestProblems({ recipients: [{ firstName: "Ada", order: 2 }] }).map(({ path }) => path),
 *   ["recipients.0.order", "fields"],
 * );
 * ```
 */
export function requestProblems(body: unknown): ReadonlyArray<Issue> {
  if (!isPart(body)) return [];
  const recipients = partsOf(body["recipients"]);
  if (recipients === undefined || recipients.length === 0) return [];
  const fields = partsOf(body["fields"]) ?? [];
  const anchorTags = partsOf(body["anchorTags"]) ?? [];
  return [
    ...orderProblems(recipients),
    ...placeProblems("fields", fields, recipients),
    ...placeProblems("anchorTags", anchorTags, recipients),
    ...optionProblems(fields),
    ...signerProblems(recipients, fields.length + anchorTags.length),
  ];
}

/** The recipients of a request without problems, with everything decided. */
export function addresseesOf(recipients: ReadonlyArray<NewRecipient>): ReadonlyArray<Addressee> {
  return recipients.map(({ firstName, lastName = "", email, designation, order }, at) => ({
    ...{ firstName, lastName, email },
    designation: designation ?? "Signer",
    order: order ?? at + 1,
  }));
}

function orderProblems(recipients: ReadonlyArray<Part>): ReadonlyArray<Issue> {
  const orders = recipients.map(({ order }, at) => (order === undefined ? at + 1 : order));
  return orders.flatMap((order, at) => {
    const path = `recipients.${at}.order`;
    if (typeof order !== "number") return [];
    if (order > recipients.length)
      return [{ path, message: `Expected at most ${recipients.length}: one for each recipient` }];
    return orders.indexOf(order) === at
      ? []
      : [{ path, message: `Another recipient has the order ${order} already` }];
  });
}

function placeProblems(
  where: "fields" | "anchorTags",
  places: ReadonlyArray<Part>,
  recipients: ReadonlyArray<Part>,
): ReadonlyArray<Issue> {
  return places.flatMap(({ recipientIndex }, at) => {
    const path = `${where}.${at}.recipientIndex`;
    if (typeof recipientIndex !== "number" || recipientIndex < 0) return [];
    if (recipientIndex >= recipients.length)
      return [{ path, message: `There is no recipient ${recipientIndex}` }];
    return recipients[recipientIndex]?.["designation"] === "CC"
      ? [{ path, message: "A CC recipient has nothing to fill in" }]
      : [];
  });
}

function optionProblems(fields: ReadonlyArray<Part>): ReadonlyArray<Issue> {
  return fields.flatMap(({ type, options }, at) =>
    options === undefined || type === "dropdown" || type === "radio_buttons"
      ? []
      : [
          {
            path: `fields.${at}.options`,
            message: "Only dropdown and radio_buttons have options",
          },
        ],
  );
}

function signerProblems(recipients: ReadonlyArray<Part>, places: number): ReadonlyArray<Issue> {
  const designations = recipients.map(({ designation }) => designation ?? "Signer");
  return places === 0 && designations.includes("Signer")
    ? [{ path: "fields", message: "A signer needs a field or an anchor tag to sign at" }]
    : [];
}

function isPart(value: unknown): value is Part {
  return Predicate.isObject(value);
}

/** Longer lists are refused by their shape: no more of them is looked at. */
const MAX_PARTS = 1000;

function partsOf(value: unknown): ReadonlyArray<Part> | undefined {
  return Array.isArray(value)
    ? value.slice(0, MAX_PARTS).map((part: unknown) => (isPart(part) ? part : {}))
    : undefined;
}
