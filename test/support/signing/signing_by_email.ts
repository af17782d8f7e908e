import * as fs from "node:fs";
import * as path from "node:path";

import { type FinishSigning, signingToken } from "@paraph/core/builtin_provider";
import { DateTime, Effect, Schedule, Schema } from "effect";
import PostalMime from "postal-mime";

import { submitInvoice } from "../../../packages/http/_testing/api_client.ts";
import { ApiServer } from "../../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { call, visit } from "../../../packages/http/_testing/shared_document.ts";
import { succeedRender } from "../../../packages/http/_testing/succeeded_render.ts";

/** An email as its recipient reads it, and the token of its signing link. */
export interface SigningEmail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly token: string;
}

const LINK = /\/sign\/(sgn_[A-Za-z0-9_-]{43})\b/u;

/**
 * The emails in a folder, in the order of the queue.
 *
 * @param text Only emails with this text, which saves parsing the others.
 */
export const emailsIn = (outbox: string, text = "") =>
  Effect.promise(async () => {
    const names = fs.existsSync(outbox) ? fs.readdirSync(outbox) : [];
    const emails = names
      .filter((name) => !name.startsWith("."))
      .toSorted()
      .map((name) => ({ name, bytes: fs.readFileSync(path.join(outbox, name)) }))
      .filter(({ bytes }) => bytes.includes(text));
    return Promise.all(
      emails.map(async ({ name, bytes }) => {
        const { to, subject = "", text = "" } = await PostalMime.parse(bytes);
        const email: SigningEmail = {
          id: path.parse(name).name,
          to: to?.[0]?.address ?? "",
          subject,
          token: LINK.exec(text)?.[1] ?? "",
        };
        return email;
      }),
    );
  });

/** The emails to a recipient so far. */
export const emailsTo = Effect.fnUntraced(function* (address: string) {
  const { outbox } = yield* ApiServer;
  return (yield* emailsIn(outbox, address)).filter(({ to }) => to === address);
});

/** Polls until the result meets a condition, and returns it. */
export const eventually = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  predicate: (value: A) => boolean,
) =>
  effect.pipe(
    Effect.repeat({ until: predicate, schedule: Schedule.spaced("25 millis") }),
    Effect.timeoutOrElse({ duration: "60 seconds", orElse: () => effect }),
  );

/** Waits for the email with this subject to a recipient, and returns its token. */
export const tokenOf = Effect.fnUntraced(function* (address: string, subject: RegExp) {
  const isMatch = (email: SigningEmail) => subject.test(email.subject);
  const emails = yield* eventually(emailsTo(address), (inbox) => inbox.some(isMatch));
  return emails.find(isMatch)?.token ?? signingToken("-".repeat(43));
});

/** The document, recipients and fields to send; recipients without an address get one. */
export interface SigningInput {
  readonly pdf: Uint8Array;
  readonly pageCount?: number;
  readonly recipients: ReadonlyArray<object>;
  readonly fields?: ReadonlyArray<object>;
  readonly anchorTags?: ReadonlyArray<object>;
}

let counter = 0;

/** An address that no other test uses. */
export const addressOf = (name: string) => `${name}-${counter++}@example.com`;

/** A render with this document, ready to be signed. */
const renderOf = Effect.fnUntraced(function* (pdf: Uint8Array, pageCount = 1) {
  const { id } = yield* submitInvoice(`to-sign-${counter++}`);
  const sha256 = yield* succeedRender(id, pdf, pageCount);
  return { id, sha256 };
});

const Events = Schema.Struct({
  events: Schema.Array(
    Schema.Struct({ type: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) }),
  ),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
});

/** The events of a request, oldest first. */
export const eventsOf = Effect.fnUntraced(function* (id: string) {
  const all: Array<(typeof Events.Type)["events"][number]> = [];
  let after = "";
  for (;;) {
    const response = yield* call("GET", `/v1/events?limit=100${after}`);
    const page = yield* Schema.decodeUnknownEffect(Events)(response.json);
    all.push(...page.events);
    if (!page.hasMore || page.nextCursor === null) break;
    after = `&after=${encodeURIComponent(page.nextCursor)}`;
  }
  return all.filter(({ data }) => data["id"] === id);
});

/** Sends a document for signature. */
export const createSignatureRequest = Effect.fnUntraced(function* (input: SigningInput) {
  const { pdf, pageCount, ...places } = input;
  const render = yield* renderOf(pdf, pageCount);
  const body = { renderId: render.id, name: "Framework agreement", ...places };
  const response = yield* call("POST", "/v1/signatures", body);
  const id = String(fieldsOf(response)["id"]);
  const request = Effect.map(call("GET", `/v1/signatures/${id}`), fieldsOf);
  return {
    id,
    render,
    created: response,
    request,
    events: eventsOf(id),
    cancel: call("POST", `/v1/signatures/${id}/cancel`, { reason: "A mistake" }),
    /** Waits until the request has this status. */
    awaitStatus: (status: string) => eventually(request, (current) => current["status"] === status),
    download: call("GET", `/v1/signatures/${id}/download`),
    certificate: call("GET", `/v1/signatures/${id}/certificate`),
    combined: call("GET", `/v1/signatures/${id}/download?include=certificate`),
  };
});

const Ceremony = Schema.Struct({
  state: Schema.String,
  consent: Schema.Struct({ sha256: Schema.String }),
  fields: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      type: Schema.String,
      page: Schema.Int,
      options: Schema.Array(Schema.String),
    }),
  ),
  earlierMarks: Schema.Array(Schema.Unknown),
});

/** The ceremony for a token. */
export const ceremonyOf = Effect.fnUntraced(function* (token: string) {
  const { json } = yield* visit(`/sign/${token}/ceremony`);
  return yield* Schema.decodeUnknownEffect(Ceremony)(json);
});

/** A value for each kind of field. */
const VALUES: Readonly<Record<string, boolean | string>> = {
  signature: true,
  initial: true,
  date: true,
  checkbox: true,
  text: "Analytical Engines Ltd.",
  text_area: "First line\nSecond line",
};

/** The submission of a recipient who fills in every field, with a typed or drawn signature. */
export const submissionOf = Effect.fnUntraced(function* (token: string, more: object = {}) {
  const { consent, fields } = yield* ceremonyOf(token);
  const values = Object.fromEntries(
    fields.map(({ id, type, options }) => [id, options.at(-1) ?? VALUES[type] ?? ""]),
  );
  const submission: FinishSigning = {
    consent: consent.sha256,
    values,
    date: DateTime.formatIsoDateUtc(yield* DateTime.now),
    signature: { kind: "typed", text: "Ada Lovelace" },
    initials: { kind: "typed", text: "AL" },
    ...more,
  };
  return submission;
});

/** The actions of a recipient with a link. */
export const act = (
  token: string,
  action: "open" | "finish" | "decline",
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
) => visit(`/sign/${token}/${action}`, headers, { method: "POST", json });

/** Opens the document and submits everything. */
export const sign = Effect.fnUntraced(function* (
  token: string,
  more: object = {},
  headers: Readonly<Record<string, string>> = {},
) {
  yield* act(token, "open", undefined, headers);
  return yield* act(token, "finish", yield* submissionOf(token, more), headers);
});
