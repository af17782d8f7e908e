import { Data, Effect, Predicate, Redacted } from "effect";
import { createTransport } from "nodemailer";

/** A mail server does not take mails from us; nothing that it said is in the message. */
export class MailServerFails extends Data.TaggedError("mail_server_fails")<{
  readonly message: string;
}> {}

/** Greets a mail server and signs in, as it would be done for a mail, and leaves. */
export function probeMailServer(
  smtpUrl: Redacted.Redacted,
  patience: number,
): Effect.Effect<void, MailServerFails> {
  const limits = {
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  };
  return Effect.acquireUseRelease(
    Effect.sync(() => createTransport({ url: Redacted.value(smtpUrl), ...limits })),
    (transport) =>
      Effect.tryPromise({
        try: () => transport.verify(),
        catch: (error) => new MailServerFails({ message: reasonOf(error) }),
      }),
    (transport) => Effect.sync(() => transport.close()),
  ).pipe(Effect.asVoid);
}

function reasonOf(error: unknown): string {
  const { code, responseCode } = Predicate.isObject(error) ? error : {};
  if (code === "EAUTH") return "does not accept the user and the password";
  if (Predicate.isNumber(responseCode)) return `answers ${responseCode}`;
  if (code === "ETIMEDOUT") return "does not answer in time";
  if (code === "ETLS") return "does not agree on TLS";
  return `cannot be reached${Predicate.isString(code) ? ` (${code})` : ""}`;
}
