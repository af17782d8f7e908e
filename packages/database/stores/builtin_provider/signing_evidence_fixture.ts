import { Signing } from "@paraph/core/builtin_provider";
import { SignatureProviders } from "@paraph/core/signatures";
import { DateTime, Effect, Option } from "effect";
import { SqlClient, type SqlError } from "effect/sql";

import { person, requestSignature, signatureOf, tokenOf } from "./signing_fixture.ts";

/** The provider under test. */
export const provider = Effect.map(SignatureProviders, ({ current }) => Option.getOrThrow(current));

/** A change to the rows of an envelope. */
export type Change = (
  sql: SqlClient.SqlClient,
  id: string,
) => Effect.Effect<unknown, SqlError.SqlError>;

/**
 * A request that one recipient has signed and another has approved, before sealing.
 *
 * @param between Changes its rows after the first signature.
 */
export const signEnvelopeWith = Effect.fnUntraced(function* (between?: Change) {
  const text = { recipientIndex: 1, type: "text", page: 2, x: 1, y: 2, required: true } as const;
  const request = yield* requestSignature({
    name: "Contract",
    recipients: [person("ada"), person("bob", "Approver")],
    fields: [signatureOf(0), text],
  });
  const { ceremony, finish, open } = yield* Signing;
  const envelope = yield* (yield* provider).find({ ...request, reference: request.id });
  const envelopeId = Option.getOrThrow(envelope).providerId;
  for (const name of ["ada", "bob"]) {
    if (name === "bob" && between !== undefined) {
      yield* between(yield* SqlClient.SqlClient, envelopeId);
    }
    const token = yield* tokenOf(request, name);
    const visitor = { sourceIp: "2001:db8::1", userAgent: `${name}'s browser` };
    yield* open(token, visitor);
    const { fields, consent } = yield* ceremony(token);
    yield* finish(
      token,
      {
        consent: consent.sha256,
        signature: { kind: "drawn", width: 100, height: 50, strokes: [[1, 2, 90, 40]] },
        date: DateTime.formatIsoDateUtc(yield* DateTime.now),
        // The server does not know the zone of the first browser.
        timeZone: name === "ada" ? "Moon/Tranquility" : "Asia/Tokyo",
        values: Object.fromEntries(
          fields.map(({ id, type }) => [id, type === "text" ? "Grüße" : true]),
        ),
      },
      visitor,
    );
  }
  return { request, envelopeId };
});

/** The same without changes. */
export const signEnvelope = signEnvelopeWith();
