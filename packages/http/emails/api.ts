import { Unauthorized } from "@paraph/core/keys";
import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { PublicLimit } from "../_limits/public_limit.ts";
import { bodyErrors } from "../_wire/body/json_body.ts";
import { wire } from "../_wire/errors/error.ts";
import { NotReady } from "../_wire/errors/failures.ts";

/** The response to an email service. */
const BounceReceipt = Schema.Struct({
  received: Schema.Literal(true).annotateKey({ description: "Always `true`." }),
}).annotate({ identifier: "ReceivedBounce", description: "The reports were applied." });

/** Reports of email services, authenticated by the secret of the deployment. */
export class MailHooksApi extends HttpApiGroup.make("mailHooks").add(
  HttpApiEndpoint.post("bounce", "/v1/hooks/mail/bounce", {
    payload: Schema.Unknown.annotate({
      description:
        "A report of Amazon SES, Postmark, SendGrid or Mailgun, or a message of a mail server (RFC 3464).",
    }),
    success: BounceReceipt,
    error: [...bodyErrors, wire(Unauthorized), wire(NotReady)],
  })
    .middleware(PublicLimit)
    .annotateMerge(
      OpenApi.annotations({
        summary: "Receive a report about emails",
        description:
          "Marks emails as not delivered that bounced after a mail server had accepted them. The `Authorization` header has `MAIL_WEBHOOK_SECRET`, as the password of HTTP Basic or as a bearer token. Messages of Amazon SNS must have its signature. Reports about other emails are ignored; duplicates have no effect.",
      }),
    ),
) {}
