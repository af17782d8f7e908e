import { DateTime, Effect, Schedule, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { contractRender } from "../../packages/http/_testing/contract_document.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { type Callback, callbackUrl, Provider } from "./signature_provider_fakes.ts";

export const ADA = "ada@example.com";
export const BOB = "bob@example.com";

const Request = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  recipients: Schema.Array(
    Schema.Struct({
      email: Schema.String,
      signedAt: Schema.optionalKey(Schema.String),
      declinedAt: Schema.optionalKey(Schema.String),
    }),
  ),
  signedDownloadUrl: Schema.NullOr(Schema.String),
  certificateUrl: Schema.NullOr(Schema.String),
  errorMessage: Schema.NullOr(Schema.String),
  completedAt: Schema.NullOr(Schema.String),
  createdAt: Schema.String,
});
const decodeList = Schema.decodeUnknownEffect(Schema.Struct({ signatures: Schema.Array(Request) }));
const decodeRequest = Schema.decodeUnknownEffect(Request);

const Page = Schema.Struct({
  events: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      type: Schema.String,
      data: Schema.Record(Schema.String, Schema.Unknown),
    }),
  ),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
});
const decodePage = Schema.decodeUnknownEffect(Page);

/** The certificates of a provider. */
export const CERTIFICATE = "%PDF-1.4\n% certificate\n%%EOF\n";

/** A provider's signed version of a document. */
export const signedVersion = (document: Uint8Array) =>
  Buffer.concat([document, Buffer.from("\n% signed\n%%EOF\n")]);

/** Whether a timestamp is set. */
export const isDated = (moment: string | null | undefined) => typeof moment === "string";

/** The recipients who have signed. */
export const signersOf = ({ recipients }: Pick<typeof Request.Type, "recipients">) =>
  recipients.filter(({ signedAt }) => isDated(signedAt)).map(({ email }) => email);

/** A request with two signers and a copy recipient. */
export function submissionFor(renderId: string) {
  const [one, two] = ["[[sign one]]", "[[sign two]]"];
  return {
    renderId,
    name: "Lease of flat 4",
    recipients: [
      { firstName: "Ada", lastName: "Byron", email: ADA },
      { firstName: "Bob", email: BOB },
      { firstName: "Dan", email: "dan@example.com", designation: "CC" },
    ],
    anchorTags: [
      { anchorString: one, type: "signature", recipientIndex: 0 },
      { anchorString: two, type: "signature", recipientIndex: 1 },
    ],
  } as const;
}

/** Requests a signature; a key makes the request idempotent. */
export const ask = (submission: object, key?: string) =>
  call("POST", "/v1/signatures", submission, key === undefined ? {} : { "idempotency-key": key });

/** The requests of a render in the API's list. */
export const listRequests = Effect.fnUntraced(function* (renderId: string) {
  const { json } = yield* call("GET", `/v1/signatures?renderId=${renderId}`);
  const { signatures } = yield* decodeList(json);
  return signatures;
});

/** POSTs an unchanged callback; returns the status. */
export const deliver = Effect.fnUntraced(function* ({ headers, body }: Callback) {
  const path = URL.parse(yield* callbackUrl)?.pathname ?? "";
  const { port } = yield* ApiServer;
  const { status } = yield* send(port, { method: "POST", path, headers: { ...headers }, body });
  return status;
});

/** The callbacks of a provider during an effect, held back. */
export const captureCallbacks = Effect.fnUntraced(function* (effect: Effect.Effect<unknown>) {
  const { callbacks, settings } = yield* Provider;
  const before = { count: callbacks.length, url: settings.callbackUrl };
  settings.callbackUrl = "";
  yield* effect;
  settings.callbackUrl = before.url;
  return callbacks.slice(before.count);
});

/** The number of stored reports of a provider. */
export const reportCount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  return (yield* sql`SELECT position FROM provider_reports`).length;
});

/** A sent contract: its status here, and its actions at the provider. */
export const sendContract = Effect.fnUntraced(function* (key?: string) {
  const { id: renderId } = yield* contractRender;
  return yield* requestHandle(fieldsOf(yield* ask(submissionFor(renderId), key))["id"]);
});

/** A signature request from any source. */
export const requestHandle = Effect.fnUntraced(function* (requestId: unknown) {
  const id = String(requestId);
  const path = `/v1/signatures/${id}`;
  const provider = yield* Provider;
  const sql = yield* SqlClient.SqlClient;
  const [envelope] = provider.envelopesFor(id);
  if (envelope === undefined) return yield* Effect.die(`The provider has nothing for ${id}`);
  // A leased request is leased again only after its lease.
  const due = sql`
    woken = claim IS NOT NULL,
    due_at = CASE WHEN claim IS NULL THEN now() ELSE due_at END`;
  const now = Effect.flatMap(call("GET", path), ({ json }) => decodeRequest(json));

  return {
    id,
    path,
    kept: envelope,
    now,
    until: (isWanted: (request: typeof Request.Type) => boolean) =>
      Effect.repeat(now, { until: isWanted, schedule: Schedule.spaced("50 millis") }).pipe(
        Effect.timeout("2 minutes"),
      ),
    view: (email: string) => Effect.suspend(() => provider.view(envelope.id, email)),
    sign: (email: string) => Effect.suspend(() => provider.sign(envelope.id, email)),
    signAll: Effect.forEach([ADA, BOB], (email) => provider.sign(envelope.id, email)),
    decline: (email: string, reason: string) =>
      Effect.suspend(() => provider.decline(envelope.id, email, reason)),
    certify: Effect.suspend(() => provider.certify(envelope.id)),
    cancel: (body: object = {}) => call("POST", `${path}/cancel`, body),
    download: call("GET", `${path}/download`),
    certificate: call("GET", `${path}/certificate`),
    makeDue: sql`UPDATE signature_requests SET ${due} WHERE id = ${id}`,
    passTime: sql`
      UPDATE signature_requests
      SET expires_at = created_at, ${due}
      WHERE id = ${id}`,
    events: Effect.gen(function* () {
      const { createdAt } = yield* now;
      const before = DateTime.subtract(DateTime.makeUnsafe(createdAt), { seconds: 1 });
      const rows = yield* sql`
        SELECT id
        FROM events
        WHERE type LIKE 'signature.%'
          AND body::json -> 'data' ->> 'id' = ${id}`;
      const visibleEvents = yield* eventsAfter(DateTime.formatIso(before)).pipe(
        Effect.map((events) =>
          events.filter(({ type, data }) => type.startsWith("signature.") && data["id"] === id),
        ),
        Effect.repeat({
          until: ({ length }) => length >= rows.length,
          schedule: Schedule.spaced("50 millis"),
        }),
        Effect.timeout("2 minutes"),
      );
      return visibleEvents.map(({ type }) => type.replace("signature.", ""));
    }),
  };
});

type Event = (typeof Page.Type)["events"][number];

/** All events after a time or an event. */
const eventsAfter = (
  after: string,
): Effect.Effect<ReadonlyArray<Event>, Schema.SchemaError, ApiServer> =>
  Effect.gen(function* () {
    const { json } = yield* call("GET", `/v1/events?limit=100&after=${after}`);
    const { events, nextCursor, hasMore } = yield* decodePage(json);
    if (!hasMore || nextCursor === null) return events;
    return [...events, ...(yield* eventsAfter(nextCursor))];
  });
