import { RenderId } from "@paraph/core/values";
import { DateTime, Effect, FileSystem, Predicate, Schedule, Schema } from "effect";
import { SqlClient } from "effect/sql";

import {
  ApiServer,
  CALLBACK_SECRET,
  MAIL_SECRET,
} from "../../../../packages/http/_testing/api_server.ts";
import { contractPdf } from "../../../../packages/http/_testing/contract_document.ts";
import { succeedRender } from "../../../../packages/http/_testing/succeeded_render.ts";
import { Recorder } from "../recorder.ts";
import { DATA } from "./documents.ts";
import type { Organisation } from "./organisation.ts";

const Ceremony = Schema.Struct({
  consent: Schema.Struct({ sha256: Schema.String }),
  fields: Schema.Array(Schema.Struct({ id: Schema.String })),
});

const Recipients = Schema.Array(Schema.Struct({ id: Schema.String }));

/** The token of the link in the email to an address, once it has arrived. */
const linkTo = Effect.fnUntraced(function* (address: string) {
  const fs = yield* FileSystem.FileSystem;
  const { outbox } = yield* ApiServer;
  const find = Effect.gen(function* () {
    const names = (yield* fs.exists(outbox)) ? yield* fs.readDirectory(outbox) : [];
    const emails = yield* Effect.forEach(
      names.filter((name) => !name.startsWith(".")),
      (name) => fs.readFileString(`${outbox}/${name}`),
    );
    const email = emails.find((text) => text.includes(address)) ?? "";
    return /sgn_[\w-]{43}/.exec(email.replaceAll("=\r\n", ""))?.[0] ?? "";
  });
  return yield* find.pipe(
    Effect.repeat({ until: (token) => token !== "", schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("1 minute"),
  );
});

/** Opens a URL that opens once; returns the token of its document, or of its session in person. */
const openOnce = Effect.fnUntraced(function* (url: string) {
  const { port } = yield* ApiServer;
  const address = `http://127.0.0.1:${port}${new URL(url).pathname}`;
  const response = yield* Effect.promise(() => fetch(address, { redirect: "manual" }));
  return /(?:sgn|inp)_[\w-]{43}/.exec(response.headers.get("location") ?? "")?.[0] ?? "";
});

/** The form of the verification page. */
const FORM = {
  contentType: "multipart/form-data; boundary=limit",
  text: [
    "--limit",
    'content-disposition: form-data; name="file"; filename="lease.pdf"',
    "content-type: application/pdf",
    "",
    "%PDF-1.7",
    "--limit--",
    "",
  ].join("\r\n"),
};

/** Opens the verification page, and that of a certificate. */
const verifyFiles = Effect.fnUntraced(function* (id: string) {
  const { call } = yield* Recorder;
  const sql = yield* SqlClient.SqlClient;
  yield* call("verify.show");
  yield* call("verify.check", { form: FORM });
  const [event] = yield* sql<{ readonly hash: string }>`
    SELECT hash
    FROM signing_audit
    JOIN signing_envelopes ON signing_envelopes.id = envelope_id
    WHERE reference = ${id} AND seq = 1`;
  const path = { id, code: (event?.hash ?? "").slice(0, 32) };
  yield* call("verify.request", { path });
  yield* call("verify.checkOfRequest", { path, form: FORM });
});

/** Has documents signed, declined and cancelled. */
export const sign = Effect.fnUntraced(function* ({ projectKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const sql = yield* SqlClient.SqlClient;
  /** Sends a document for signature; returns its id and the token of its recipient. */
  const send = Effect.fnUntraced(function* (
    name: string,
    firstName: string,
    {
      authentication,
      ...options
    }: { readonly authentication?: object; readonly allowDelegation?: boolean } = {},
  ) {
    const email = `${firstName.toLowerCase()}@example.com`;
    const submission = yield* call("renders.submit", {
      bearer,
      path: { slug: "receipt" },
      body: { data: DATA },
    });
    const renderId = RenderId.make(String(submission["id"]));
    yield* succeedRender(renderId, yield* contractPdf);
    const request = yield* call("signatures.create", {
      bearer,
      key: `sign-${renderId}`,
      headers: { "idempotency-key": `${name.toLowerCase().replaceAll(" ", "-")}-for-signature` },
      body: {
        renderId,
        name,
        recipients: [
          {
            firstName,
            lastName: "Bergström",
            email,
            ...(authentication === undefined ? {} : { authentication }),
          },
          { firstName: "Bo", lastName: "Archer", email: "archive@acme.example", designation: "CC" },
        ],
        anchorTags: [{ anchorString: "[[sign one]]", type: "signature", recipientIndex: 0 }],
        expirationHours: 336,
        ...options,
      },
    });
    const token = yield* linkTo(email);
    // The trail of every run has the same events: sent, invited and email_sent.
    yield* sql<{ readonly done: boolean }>`
      SELECT audit_length = 3 AS done
      FROM signing_envelopes
      WHERE reference = ${String(request["id"])}`.pipe(
      Effect.repeat({
        until: ([row]) => row?.done === true,
        schedule: Schedule.spaced("20 millis"),
      }),
      Effect.timeout("1 minute"),
    );
    return { id: String(request["id"]), path: { token } };
  });

  /** Enters the code from the email. */
  const enterCode = Effect.fnUntraced(function* ({
    id,
    path,
  }: {
    readonly id: string;
    readonly path: { readonly token: string };
  }) {
    yield* call("signing.code", { path });
    const [email] = yield* sql<{ readonly subject: string }>`
      SELECT mails.letter ->> 'subject' AS subject
      FROM signing_envelopes
      JOIN mails ON mails.render_id = signing_envelopes.render_id
      WHERE reference = ${id} AND mails.cause LIKE 'signing-code:%'`;
    const code = /^\d{6}/u.exec(email?.subject ?? "")?.[0] ?? "";
    yield* call("signing.verify", { path, body: { code }, shownBody: { code: "402718" } });
  });

  const lease = yield* send("Lease of flat 4", "Ingrid");
  const { path } = lease;
  yield* call("signing.show", { path });
  yield* call("signing.open", { path });
  const ceremony = yield* call("signing.ceremony", { path });
  const { consent, fields } = Schema.decodeUnknownSync(Ceremony)(ceremony);
  yield* call("signing.document", { path });
  yield* call("signing.fonts", { path, body: { characters: "é" } });
  yield* call("signing.finish", {
    path,
    body: {
      consent: consent.sha256,
      signature: { kind: "typed", text: "Ingrid Bergström" },
      date: DateTime.formatIsoDateUtc(yield* DateTime.now),
      values: Object.fromEntries(fields.map(({ id }) => [id, true])),
    },
  });
  const request = { bearer, path: { id: lease.id } };
  yield* sql<{ readonly done: boolean }>`
    SELECT status = 'completed' AS done FROM signature_requests WHERE id = ${lease.id}`.pipe(
    Effect.repeat({ until: ([row]) => row?.done === true, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("1 minute"),
  );
  yield* call("signatures.get", request);
  yield* call("signatures.download", request);
  yield* call("signatures.certificate", request);
  yield* call("signing.signed", { path });
  yield* call("signing.certificate", { path });
  yield* verifyFiles(lease.id);

  const proposal = yield* send("Proposal 9", "Lars", { allowDelegation: true });
  yield* call("signing.delegate", {
    path: proposal.path,
    body: {
      firstName: "Karin",
      lastName: "Lind",
      email: "karin@example.com",
      reason: "Karin signs for our office.",
    },
  });
  const offer = yield* send("Offer 17", "Olof");
  yield* call("signing.decline", { path: offer.path, body: { reason: "The price is too high." } });
  yield* call("signing.audit", { path: offer.path });
  const until = ({ request }: Readonly<Record<string, unknown>>) =>
    Predicate.hasProperty(request, "status") && request.status === "declined";
  yield* call("signatures.audit", { bearer, path: { id: offer.id }, until });
  const letter = yield* send("Letter to Greta", "Greta");
  const [recipient] = yield* sql<{ readonly id: string }>`
    SELECT signing_recipients.id
    FROM signing_recipients
    JOIN signing_envelopes ON signing_envelopes.id = envelope_id
    WHERE reference = ${letter.id} AND position = 0`;
  yield* call("signatures.signingUrl", {
    bearer,
    path: { id: letter.id, recipientId: recipient?.id ?? "" },
    body: { returnUrl: "https://app.acme.example/signed" },
  });
  const handed = yield* call("signatures.signingUrl", {
    bearer,
    path: { id: letter.id, recipientId: recipient?.id ?? "" },
    body: { mode: "inPerson", host: { name: "Grace Hopper" } },
  });
  yield* call("signing.confirm", { path: { token: yield* openOnce(String(handed["url"])) } });
  const session = yield* call("signatures.inPerson", {
    bearer,
    path: { id: letter.id },
    body: { host: { name: "Grace Hopper" } },
  });
  yield* call("signing.handOn", {
    path: { token: yield* openOnce(String(session["url"])) },
    body: { recipientId: recipient?.id ?? "" },
  });
  yield* enterCode(
    yield* send("Agreement with Nils", "Nils", { authentication: { method: "email_code" } }),
  );
  const order = yield* send("Purchase order 8", "Sara");
  const [signer] = Schema.decodeUnknownSync(Recipients)(
    (yield* call("signatures.get", { bearer, path: { id: order.id } }))["recipients"],
  );
  const recipientPath = { id: order.id, recipientId: signer!.id };
  yield* call("signatures.remind", { bearer, path: { id: order.id } });
  yield* call("signatures.update", {
    bearer,
    path: { id: order.id },
    body: { expiresAt: DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 30 })) },
  });
  yield* call("signatures.updateRecipient", {
    bearer,
    path: recipientPath,
    body: { email: "sara.lind@example.com", reason: "The email address had a typing error." },
  });
  yield* call("signatures.resend", { bearer, path: recipientPath });
  yield* call("signatures.cancel", {
    bearer,
    path: { id: order.id },
    body: { reason: "Replaced by purchase order 9." },
  });
  yield* call("signatures.list", { bearer, query: { limit: "1" } });
  yield* call("providerCallbacks.receive", {
    path: { provider: "documenso" },
    headers: { "x-documenso-secret": CALLBACK_SECRET },
    body: { event: "DOCUMENT_OPENED", payload: { envelopeId: "envelope_cuzeniopqvwxyzab" } },
  });
  yield* call("mailHooks.bounce", {
    headers: { authorization: `Bearer ${MAIL_SECRET}` },
    body: {
      RecordType: "Bounce",
      Type: "HardBounce",
      Details: "550 5.1.1 The mailbox does not exist",
      Metadata: { "paraph-email": "0198c0de-7f00-7abc-8def-0123456789ab" },
    },
  });
});
