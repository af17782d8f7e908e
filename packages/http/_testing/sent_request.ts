import { Effect, Schedule, Schema } from "effect";
import { PDFDocument } from "pdf-lib";

import { submitInvoice } from "./api_client.ts";
import { fieldsOf } from "./body.ts";
import { emailsTo } from "./outbox.ts";
import { call, visit } from "./shared_document.ts";
import { succeedRender } from "./succeeded_render.ts";

const CONSENT = Schema.Struct({
  state: Schema.String,
  consent: Schema.Struct({ text: Schema.String, sha256: Schema.String }),
  fields: Schema.Array(Schema.Struct({ id: Schema.String })),
});

const document = Effect.promise(async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage([595, 842]);
  return pdf.save();
});

let count = 0;

/** The path of the signing page in an email, once it has arrived. */
export const pageOf = Effect.fnUntraced(function* (email: string) {
  const findLink = Effect.map(emailsTo(email), (emails) => {
    const links = emails.map(
      (text) => /\/sign\/sgn_[\w-]{43}/.exec(text.replaceAll("=\r\n", ""))?.[0] ?? "",
    );
    return links.find((link) => link !== "") ?? "";
  });
  return yield* findLink.pipe(
    Effect.repeat({ until: (page) => page !== "", schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("2 minutes"),
  );
});

/** A document that was sent to a recipient, with the recipient's actions. */
export const sendRequest = Effect.fnUntraced(function* (options: object) {
  const { id: renderId } = yield* submitInvoice(`signing-${count++}`);
  const email = `ada-${count}@example.com`;
  const pdf = yield* document;
  yield* succeedRender(renderId, pdf);
  const recipients = [{ firstName: "Ada", email }];
  const fields = [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 20, required: true }];
  const definition = { renderId, name: "A <b>contract</b>", recipients, fields, ...options };
  const { id } = fieldsOf(yield* call("POST", "/v1/signatures", definition));
  const page = yield* pageOf(email);
  const post = (step: string, json?: unknown, headers: Record<string, string> = {}) =>
    visit(`${page}/${step}`, headers, { method: "POST", json });
  const ceremony = Effect.flatMap(visit(`${page}/ceremony`), ({ json }) =>
    Schema.decodeUnknownEffect(CONSENT)(json),
  );
  const request = Effect.map(call("GET", `/v1/signatures/${String(id)}`), fieldsOf);
  const status = Effect.map(request, (response) => response["status"]);
  /** The submission of a recipient who signs. */
  const submission = Effect.map(ceremony, ({ consent, fields }) => ({
    consent: consent.sha256,
    signature: { kind: "typed", text: "Ada" },
    date: new Date().toISOString().slice(0, 10),
    values: Object.fromEntries(fields.map((field) => [field.id, true])),
  }));
  return { id: String(id), email, page, pdf, post, ceremony, status, submission };
});
