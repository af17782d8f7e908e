import { Context, DateTime, Effect, Layer, Option, Redacted, Result, Schema } from "effect";
import { Digest, Mac } from "effect/crypto";
import { Base64 } from "effect/encoding";

import { Unauthorized } from "../../keys/mod.ts";
import { METRICS, record } from "../../telemetry/mod.ts";
import { catchPermanentFailure, EmailId, InvalidRequest, Transaction } from "../../values/mod.ts";
import { EmailAudit } from "../email_audit.ts";
import { EmailStore } from "../email_store.ts";
import { BounceReader, type BounceReport, type UnverifiedBounce } from "./bounce_report.ts";

/** Receives reports about emails that were not delivered after a mail server accepted them. */
export class EmailBounces extends Context.Service<
  EmailBounces,
  {
    /** Fails without the secret of the deployment, and always if it has none. */
    readonly authenticate: (authorization: string | undefined) => Effect.Effect<void, Unauthorized>;
    /**
     * Applies the reports of an authenticated body, each once. Reports about other emails are ignored, so that
     * an email service can serve several applications.
     */
    readonly receive: (
      body: Uint8Array,
      contentType: string,
    ) => Effect.Effect<void, InvalidRequest | UnverifiedBounce>;
  }
>()("@paraph/core/emails/EmailBounces") {
  static readonly layer = (secret: Redacted.Redacted | undefined) =>
    Layer.effect(
      EmailBounces,
      Effect.gen(function* () {
        const store = yield* EmailStore;
        const audit = yield* EmailAudit;
        const reader = yield* BounceReader;
        const transaction = yield* Transaction;
        const digest = yield* Digest.Digest;
        const hashOf = (text: string) =>
          digest.digest(Digest.sha256, new TextEncoder().encode(text));
        const expected = secret === undefined ? undefined : yield* hashOf(Redacted.value(secret));

        const authenticate = Effect.fn("EmailBounces.authenticate")(function* (
          authorization: string | undefined,
        ) {
          if (expected === undefined) return yield* NOT_CONFIGURED;
          const sent = secretOf(authorization ?? "");
          if (sent === undefined) return yield* NO_SECRET;
          const isRight = Mac.timingSafeEqual(yield* hashOf(sent), expected);
          return isRight ? undefined : yield* WRONG_SECRET;
        });

        const bounce = Effect.fnUntraced(function* (id: EmailId, code: string | null) {
          const subject = yield* store.findSubject(id);
          if (Option.isNone(subject)) return false;
          yield* audit.lock(subject.value);
          const lastError = code === null ? "the email bounced" : `the email bounced (${code})`;
          if (!(yield* store.bounce(id, yield* DateTime.now, lastError))) return false;
          yield* audit.recordFailed(Option.getOrThrow(yield* store.findSubject(id)));
          return true;
        }, transaction.run);

        const complain = Effect.fnUntraced(function* (id: EmailId) {
          const subject = yield* store.findSubject(id);
          if (Option.isNone(subject)) return false;
          yield* audit.lock(subject.value);
          if (!(yield* store.complain(id, yield* DateTime.now))) return false;
          yield* audit.recordComplained(subject.value);
          return true;
        }, transaction.run);

        const apply = Effect.fnUntraced(function* ({ kind, references, code }: BounceReport) {
          const id = emailIdOf(references);
          if (id === undefined || kind === "delayed") return;
          const isNew = yield* (kind === "bounced" ? bounce(id, code) : complain(id)).pipe(
            // Its envelope cannot be read, so a repeated report would fail in the same way.
            catchPermanentFailure("A report about an email cannot be recorded", () =>
              Effect.succeed(false),
            ),
          );
          if (!isNew) return;
          yield* Effect.logWarning(`An email has ${kind}`, { emailId: id, code });
          yield* record(METRICS.mails, 1, { outcome: kind });
        });

        const receive = Effect.fn("EmailBounces.receive")(function* (
          body: Uint8Array,
          contentType: string,
        ) {
          const reports = yield* reader
            .read(body, contentType)
            .pipe(
              Effect.catchTag("unreadable_bounce", ({ message }) =>
                Effect.fail(InvalidRequest.of([{ path: "", message }])),
              ),
            );
          yield* Effect.forEach(reports, apply, { discard: true });
        });

        return EmailBounces.of({ authenticate, receive });
      }),
    );
}

/** The secret in a header: a bearer token, or the password of HTTP Basic. */
function secretOf(authorization: string): string | undefined {
  const [, scheme = "", credentials = ""] = /^(bearer|basic) +(\S+)$/iu.exec(authorization) ?? [];
  if (scheme === "") return undefined;
  if (scheme.toLowerCase() === "bearer") return credentials;
  const decoded = Base64.decode(credentials);
  if (Result.isFailure(decoded)) return undefined;
  const text = new TextDecoder().decode(decoded.success);
  return text.includes(":") ? text.slice(text.indexOf(":") + 1) : undefined;
}

const isEmailId = Schema.is(EmailId);

/**
 * The id of the email that a report names: an id, or a `Message-ID` that begins with one.
 *
 * @example
 * ```ts
 * import { emailIdOf } from "@paraph/core/emails";
 * import assert from "node:assert/strict";
 *
 * const id = "0198c0de-7f00-7abc-8def-0123456789ab";
 * assert.equal(emailIdOf(["<1@mail.example>", `<${id}@paraph.example>`]), id);
 * ```
 */
export function emailIdOf(references: ReadonlyArray<string>): EmailId | undefined {
  return references
    .map((reference) => reference.trim().replace(/^<?([^@<>]*)(?:@[^<>]*)?>?$/u, "$1"))
    .map((text) => text.toLowerCase())
    .find((text) => isEmailId(text));
}

const NOT_CONFIGURED = new Unauthorized({ message: "MAIL_WEBHOOK_SECRET is not set" });
const NO_SECRET = new Unauthorized({
  message: "Send MAIL_WEBHOOK_SECRET as the password of HTTP Basic, or as a bearer token",
});
const WRONG_SECRET = new Unauthorized({ message: "The secret is not MAIL_WEBHOOK_SECRET" });
