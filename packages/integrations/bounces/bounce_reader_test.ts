import { assert, describe, it } from "@effect/vitest";
import { BounceReader, type BounceReport, emailIdOf } from "@paraph/core/emails";
import { Effect, Schema } from "effect";

import { OutboundProblem } from "../outbound_request.ts";
import { bounceReader } from "./bounce_reader.ts";
import { signedSns, SNS_CERTIFICATE, SNS_CERTIFICATE_URL } from "./sns_message_fixture.ts";
import type { SnsRequest } from "./sns_signature.ts";

const ID = "0198c0de-7f00-7abc-8def-0123456789ab";
const MESSAGE_ID = `<${ID}@paraph.example>`;

const read = (body: string, contentType = "application/json") =>
  Effect.flatMap(BounceReader, (reader) =>
    reader.read(new TextEncoder().encode(body), contentType),
  ).pipe(Effect.provide(bounceReader({ allowPrivateNetwork: false, request: ofSns })));

const responseOf = (status: number, body = "") => ({
  status,
  headers: {},
  bytes: new TextEncoder().encode(body),
  ending: "complete" as const,
});

/** Amazon SNS: it has one certificate, and confirms no subscription. */
const ofSns: SnsRequest = ({ url }) =>
  Effect.succeed(url === SNS_CERTIFICATE_URL ? responseOf(200, SNS_CERTIFICATE) : responseOf(404));

/** The kind, the email and the code of each report. */
const summary = (reports: ReadonlyArray<BounceReport>) =>
  reports.map(({ kind, references, code }) => [kind, emailIdOf(references), code]);

const ses = (
  content: object,
  mail: object = { headers: [{ name: "X-Paraph-Id", value: ID }] },
) => ({
  notificationType: "bounce" in content ? "Bounce" : "Complaint",
  mail: { messageId: "0102018f", ...mail },
  ...content,
});
const sesBounce = (bounceType: string, bounceSubType: string) => ({
  bounce: {
    bounceType,
    bounceSubType,
    bouncedRecipients: [{ emailAddress: "a@b.example", status: "5.1.1" }],
  },
});
const snsFields = (content: unknown, more: Readonly<Record<string, string>> = {}) => ({
  MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
  TopicArn: "arn:aws:sns:eu-west-1:1:bounces",
  Timestamp: "2026-05-04T03:02:01.000Z",
  Message: typeof content === "string" ? content : JSON.stringify(content),
  ...more,
});
const sns = (content: unknown, Type = "Notification") =>
  signedSns(
    snsFields(content, {
      Type,
      ...(Type === "Notification" ? { Subject: "Amazon SES" } : { Token: "2336412f37" }),
    }),
  );
const postmark = (type: string, recordType = "Bounce") => ({
  RecordType: recordType,
  Type: type,
  Details: "smtp;550 5.1.1 no such mailbox",
  Email: "a@b.example",
  Metadata: { "paraph-email": ID },
});
const mailgun = (event: string, severity: string, more: object = {}) => ({
  signature: { token: "t", timestamp: "1", signature: "s" },
  "event-data": {
    event,
    severity,
    message: { headers: { "message-id": MESSAGE_ID.slice(1, -1) } },
    "delivery-status": { code: 550, message: "5.1.1 no such mailbox" },
    ...more,
  },
});

const FORMATS: ReadonlyArray<readonly [string, unknown, ReadonlyArray<unknown>]> = [
  ["a permanent bounce of SES", ses(sesBounce("Permanent", "General")), ["bounced", ID, "5.1.1"]],
  ["SES through SNS", sns(ses(sesBounce("Permanent", "NoEmail"))), ["bounced", ID, "5.1.1"]],
  [
    "SES with tags",
    ses(sesBounce("Permanent", "General"), { tags: { "paraph-email": [ID] } }),
    ["bounced", ID, "5.1.1"],
  ],
  ["a full mailbox", ses(sesBounce("Transient", "MailboxFull")), ["bounced", ID, "5.1.1"]],
  ["an automatic reply", ses(sesBounce("Transient", "General")), ["delayed", ID, "5.1.1"]],
  ["a complaint", ses({ complaint: { complaintFeedbackType: "abuse" } }), ["complained", ID, null]],
  [
    "an address on the suppression list",
    ses({ complaint: { complaintSubType: "OnAccountSuppressionList" } }),
    ["bounced", ID, null],
  ],
  ["a bounce of Postmark", postmark("HardBounce"), ["bounced", ID, "5.1.1"]],
  ["a delay of Postmark", postmark("Transient"), ["delayed", ID, "5.1.1"]],
  ["spam at Postmark", postmark("", "SpamComplaint"), ["complained", ID, "5.1.1"]],
  [
    "SendGrid",
    [{ event: "bounce", status: "5.1.1", type: "bounce", "smtp-id": MESSAGE_ID }],
    ["bounced", ID, "5.1.1"],
  ],
  ["a drop of SendGrid", [{ event: "dropped", "paraph-email": ID }], ["bounced", ID, null]],
  ["spam at SendGrid", [{ event: "spamreport", "paraph-email": ID }], ["complained", ID, null]],
  ["a failure of Mailgun", mailgun("failed", "permanent"), ["bounced", ID, "5.1.1"]],
  ["a retry of Mailgun", mailgun("failed", "temporary"), ["delayed", ID, "5.1.1"]],
  [
    "spam at Mailgun",
    mailgun("complained", "", { "user-variables": { "paraph-email": ID } }),
    ["complained", ID, "5.1.1"],
  ],
];

/** Messages about anything but failures. */
const OTHERS: ReadonlyArray<readonly [string, unknown]> = [
  ["a delivery at SES", { eventType: "Delivery", mail: { messageId: "1" }, delivery: {} }],
  ["the start of a configuration set", sns("Successfully validated SNS topic")],
  ["the end of a subscription", sns("You have left", "UnsubscribeConfirmation")],
  ["an automatic reply at Postmark", postmark("AutoResponder")],
  ["an opening at Postmark", postmark("", "Open")],
  ["a name of Object at Postmark", postmark("", "constructor")],
  ["deliveries at SendGrid", [{ event: "delivered" }, { event: "open" }]],
  ["a delivery at Mailgun", mailgun("delivered", "")],
];

const dsn = (action: string, original: string) =>
  [
    "From: MAILER-DAEMON@mail.example",
    "Subject: Not delivered",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "The mailbox does not exist.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mail.example",
    "",
    "Final-Recipient: rfc822; a@b.example",
    `Action: ${action}`,
    "Status: 5.1.1",
    "--b",
    ...original.split("\n"),
    "--b--",
    "",
  ].join("\r\n");

const RETURNED_HEADERS = `Content-Type: text/rfc822-headers\n\nSubject: Please\n sign\nX-Paraph-Id: ${ID}`;
const RETURNED_MESSAGE = `Content-Type: message/rfc822\n\nMessage-ID:\n ${MESSAGE_ID}\nSubject: x\n\nHello`;

describe("bounceReader()", () => {
  it.live.each(FORMATS)("reads %s", ([, json, expected]) =>
    Effect.gen(function* () {
      assert.deepEqual(summary(yield* read(JSON.stringify(json), "text/plain")), [expected]);
    }),
  );

  it.live.each(OTHERS)("ignores %s", ([, json]) =>
    Effect.gen(function* () {
      assert.deepEqual(yield* read(JSON.stringify(json)), []);
    }),
  );

  it.live("reads delivery status notifications by the returned headers", () =>
    Effect.gen(function* () {
      for (const original of [RETURNED_HEADERS, RETURNED_MESSAGE]) {
        const failed = yield* read(dsn("failed", original), "message/rfc822");
        assert.deepEqual(summary(failed), [["bounced", ID, "5.1.1"]]);
        const delayed = yield* read(dsn("delayed", original), "message/rfc822");
        assert.deepEqual(summary(delayed), [["delayed", ID, "5.1.1"]]);
        assert.deepEqual(yield* read(dsn("relayed", original), "message/rfc822"), []);
      }
      // Without the headers of the report, its type is the one of the request.
      const [head = ""] = dsn("failed", RETURNED_HEADERS).split("\r\n\r\n", 1);
      const body = dsn("failed", RETURNED_HEADERS).slice(head.length + 4);
      const type = "multipart/report; report-type=delivery-status; boundary=b";
      assert.deepEqual(summary(yield* read(body, type)), [["bounced", ID, "5.1.1"]]);
    }),
  );

  it.live("reads complaints in the abuse reporting format", () =>
    Effect.gen(function* () {
      const report = dsn("failed", RETURNED_HEADERS)
        .replace("message/delivery-status", "message/feedback-report")
        .replace("Reporting-MTA: dns; mail.example", "Feedback-Type: abuse");
      assert.deepEqual(summary(yield* read(report)), [["complained", ID, null]]);
    }),
  );

  it.live("confirms subscriptions at Amazon SNS only", () =>
    Effect.gen(function* () {
      for (const SubscribeURL of [
        "https://sns.eu-west-1.amazonaws.com.evil.example/",
        "http://sns.eu-west-1.amazonaws.com/",
        "https://sns.eu-west-1.amazonaws.com:8443/",
        "https://user@evil.example/#sns.eu-west-1.amazonaws.com",
        "file:///etc/passwd",
        undefined,
      ]) {
        const url = SubscribeURL === undefined ? {} : { SubscribeURL };
        const fields = snsFields("x", { Type: "SubscriptionConfirmation", Token: "t", ...url });
        const { message } = yield* Effect.flip(read(JSON.stringify(signedSns(fields))));
        assert.strictEqual(message, "SubscribeURL is not a URL of Amazon SNS");
      }
      const SubscribeURL = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription";
      const confirmed: Array<string> = [];
      const reader = bounceReader({
        allowPrivateNetwork: false,
        request: (order) => {
          if (order.url === SNS_CERTIFICATE_URL) return ofSns(order);
          confirmed.push(order.url);
          return Effect.succeed(responseOf(200));
        },
      });
      const type = { Type: "SubscriptionConfirmation", Token: "t", SubscribeURL };
      const body = new TextEncoder().encode(JSON.stringify(signedSns(snsFields("x", type))));
      const { read: readWith } = yield* Effect.provide(BounceReader, reader);
      assert.deepEqual(yield* readWith(body, "text/plain"), []);
      assert.deepEqual(confirmed, [SubscribeURL]);
    }),
  );

  it.live("accepts messages of Amazon SNS only with its signature", () =>
    Effect.gen(function* () {
      const report = JSON.stringify(ses(sesBounce("Permanent", "General")));
      const fields = snsFields(report);
      for (const version of ["1", "2"] as const) {
        for (const more of [{}, { Subject: "Amazon SES" }]) {
          const signed = signedSns({ ...fields, ...more }, version);
          assert.lengthOf(yield* read(JSON.stringify(signed)), 1);
          for (const name of ["Message", "MessageId", "Timestamp", "TopicArn", "Signature"]) {
            const forged = { ...signed, [name]: `${signed[name]} ` };
            const changed = name === "Signature" ? { ...forged, Signature: "AAAA" } : forged;
            const { message } = yield* Effect.flip(read(JSON.stringify(changed)));
            assert.strictEqual(message, "The signature of the message is not of Amazon SNS", name);
          }
        }
        const other = version === "1" ? "2" : "1";
        const swapped = { ...signedSns(fields, version), SignatureVersion: other };
        yield* Effect.flip(read(JSON.stringify(swapped)));
      }
      for (const change of [
        { Signature: null },
        { SignatureVersion: "3" },
        { SignatureVersion: undefined },
      ]) {
        const { message } = yield* Effect.flip(
          read(JSON.stringify({ ...signedSns(fields), ...change })),
        );
        assert.include(message, "has no signature");
      }
      for (const SigningCertURL of [
        SNS_CERTIFICATE_URL.replace("https", "http"),
        SNS_CERTIFICATE_URL.replace(".com/", ".com.evil.example/"),
        SNS_CERTIFICATE_URL.replace("sns.", "s3."),
        SNS_CERTIFICATE_URL.replace("://", "://user@"),
        SNS_CERTIFICATE_URL.replace(".com/", ".com:8443/"),
        SNS_CERTIFICATE_URL.replace(".pem", ".txt"),
        "/SimpleNotificationService.pem",
        null,
      ]) {
        const body = JSON.stringify({ ...signedSns(fields), SigningCertURL });
        const { message } = yield* Effect.flip(read(body));
        assert.strictEqual(message, "SigningCertURL is not a certificate of Amazon SNS");
      }
    }),
  );

  it.live(
    "fetches a certificate of Amazon SNS once, and asks for the message again without it",
    () =>
      Effect.gen(function* () {
        const requests: Array<string> = [];
        const responses: Array<ReturnType<SnsRequest>> = [
          Effect.fail(new OutboundProblem({ message: "no network", connected: false })),
          Effect.succeed(responseOf(503)),
          Effect.succeed(responseOf(200, "no certificate")),
        ];
        const reader = bounceReader({
          allowPrivateNetwork: false,
          request: (order) => {
            requests.push(order.url);
            return responses.shift() ?? ofSns(order);
          },
        });
        const { read: readWith } = yield* Effect.provide(BounceReader, reader);
        const message = signedSns(snsFields(ses(sesBounce("Permanent", "General"))));
        const body = new TextEncoder().encode(JSON.stringify(message));
        for (let attempt = 0; attempt < 3; attempt++) {
          const error = yield* Effect.flip(readWith(body, "text/plain"));
          assert.strictEqual(error._tag, "unverified_bounce");
        }
        for (let attempt = 0; attempt < 3; attempt++)
          assert.lengthOf(yield* readWith(body, "text/plain"), 1);
        assert.deepEqual(
          requests,
          Array.from({ length: 4 }, () => SNS_CERTIFICATE_URL),
        );
      }),
  );

  it.effect.prop(
    "rejects other bodies, and never fails in another way",
    [Schema.Union([Schema.Json, Schema.String])],
    ([content]) =>
      Effect.gen(function* () {
        const body = typeof content === "string" ? content : JSON.stringify(content);
        for (const type of ["application/json", "message/rfc822", "multipart/report; boundary=b"])
          yield* Effect.ignore(read(body, type));
      }),
  );

  it.live("names the formats in its error", () =>
    Effect.gen(function* () {
      for (const body of [
        "",
        "{",
        "[]]",
        "null",
        "{}",
        "7",
        '{"RecordType":7}',
        "\0",
        "x: y\r\n",
      ]) {
        const { message } = yield* Effect.flip(read(body));
        assert.include(message, "RFC 3464", body);
      }
    }),
  );
});
