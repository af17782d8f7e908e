import { Readable } from "node:stream";

import { senderOf } from "@paraph/core/admin";
import {
  letterHtml,
  letterText,
  type QueuedEmail,
  EmailDelayed,
  Mailer,
  EmailRefused,
  EmailUnanswered,
  oneLine,
} from "@paraph/core/emails";
import { Data, DateTime, Effect, FileSystem, Layer, Path, Predicate, Redacted } from "effect";
import { createTransport, type SendMailOptions } from "nodemailer";

/** How mails leave this node. */
export interface MailerOptions {
  /** A mail server; without one each mail becomes a file. */
  readonly smtpUrl: Redacted.Redacted | undefined;
  /** The folder of those files. */
  readonly outbox: string;
  /** Who mails come from that no organisation has a sender of its own for. */
  readonly from: string;
}

/** Sends mails to a mail server, or writes them to a folder. */
export function mailer({
  smtpUrl,
  outbox,
  from,
}: MailerOptions): Layer.Layer<Mailer, never, FileSystem.FileSystem | Path.Path> {
  return smtpUrl === undefined ? mailerOutbox(outbox, from) : mailerSmtp(smtpUrl, from);
}

/** So long a mail server may take to be reached, to greet, and to answer, in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends mails to a mail server, over a connection of its own each.
 *
 * The server takes a mail with the line that ends it, so that line waits until the handing over is
 * noted: a mail whose worker dies before that has not arrived, whatever else of it was sent.
 */
export function mailerSmtp(smtpUrl: Redacted.Redacted, from: string): Layer.Layer<Mailer> {
  const send = Effect.fn("Mailer.send")(function* (
    mail: QueuedEmail,
    handOver: Effect.Effect<boolean>,
  ) {
    const context = yield* Effect.context();
    const composed = yield* messageOf(mail, from);
    let handedOver = false;
    const transport = createTransport({ url: Redacted.value(smtpUrl), ...PATIENCE });
    transport.use("stream", ({ message }, next) => {
      message.processFunc((whole) =>
        Readable.from(
          untilHandedOver(whole, async () => {
            handedOver = await Effect.runPromiseWith(context)(handOver);
            return handedOver;
          }),
        ),
      );
      next();
    });
    yield* Effect.tryPromise({
      try: () => transport.sendMail(composed),
      catch: (error) => failureOf(error, handedOver),
    });
  });
  return Layer.succeed(Mailer, { send });
}

/** All of a message; its end only when it may be handed over. */
async function* untilHandedOver(whole: Readable, handOver: () => Promise<boolean>) {
  yield* whole;
  if (!(await handOver())) throw new Error("The mail is somebody else's to send");
}

/** What a failure means for the mail. Nothing that the server says is passed on: it names addresses. */
function failureOf(error: unknown, handedOver: boolean) {
  const { code, responseCode } = Predicate.isObject(error) ? error : {};
  if (Predicate.isNumber(responseCode)) {
    const message = `the mail server answered ${responseCode}`;
    const isFinal = responseCode >= 500 && !NOT_ABOUT_THE_MAIL.has(responseCode);
    const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
    return isFinal && isAboutMail ? new EmailRefused({ message }) : new EmailDelayed({ message });
  }
  if (handedOver)
    return new EmailUnanswered({ message: "the mail server did not answer in the end" });
  const reason = Predicate.isString(code) ? ` (${code})` : "";
  return new EmailDelayed({ message: `the mail server could not be reached${reason}` });
}

/** What a server asks of its clients, which an operator can give it: no TLS, no credentials. */
const NOT_ABOUT_THE_MAIL: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/**
 * Writes each mail to a file of its own in a folder: what a deployment does that names no mail
 * server. Written again, a mail is the same file, so nothing needs to be noted before.
 */
export function mailerOutbox(
  folder: string,
  from: string,
): Layer.Layer<Mailer, never, FileSystem.FileSystem | Path.Path> {
  return Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const path = yield* Path.Path;
      const transport = createTransport({
        streamTransport: true,
        buffer: true,
        newline: "windows",
      });

      const write = Effect.fnUntraced(function* (name: string, bytes: Uint8Array) {
        yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 });
        const draft = path.join(folder, `.${name}`);
        yield* fs.writeFile(draft, bytes, { mode: 0o600 });
        yield* fs.rename(draft, path.join(folder, name));
      });

      const send = Effect.fn("Mailer.send")(function* (mail: QueuedEmail) {
        const sent = yield* messageOf(mail, from);
        const composed = yield* Effect.promise(() => transport.sendMail(sent));
        const { message } = composed;
        if (!Predicate.isUint8Array(message)) return yield* Effect.die("The message is a stream");
        return yield* write(`${mail.id}.eml`, message).pipe(
          Effect.mapError(
            ({ reason }) =>
              new EmailDelayed({ message: `the outbox cannot be written to (${reason._tag})` }),
          ),
        );
      });

      return Mailer.of({ send });
    }),
  );
}

/** The message that a mail is sent as, the same each time it is tried; refused when its letter is none. */
export function messageOf(
  mail: QueuedEmail,
  from: string,
): Effect.Effect<SendMailOptions, EmailRefused> {
  return Effect.try({
    try: () => compose(mail, from),
    catch: () => new EmailRefused({ message: "the stored email cannot be read" }),
  });
}

function compose(mail: QueuedEmail, from: string): SendMailOptions {
  const { to, letter, messageId, createdAt, pixelUrl } = mail;
  return {
    from: senderOf(mail.sender ?? from),
    to: { name: oneLine(to.name ?? "", 200), address: to.email },
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter, pixelUrl),
    messageId,
    date: DateTime.toDateUtc(createdAt),
    // Nobody's holiday note is to answer it (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    // Whatever it says, it is text: nothing of it is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A mail server does not take mails from us; nothing that it said is in the message. */
export class MailServerUnavailable extends Data.TaggedError("mail_server_fails")<{
  readonly message: string;
}> {}

/** Greets a mail server and signs in, as it would be done for a mail, and leaves. */
export function probeMailServer(
  smtpUrl: Redacted.Redacted,
  patience: number,
): Effect.Effect<void, MailServerUnavailable> {
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
        catch: (error) => new MailServerUnavailable({ message: reasonOf(error) }),
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
