import { Readable } from "node:stream";

import { senderOf } from "@paraph/core/admin";
import {
  letterHtml,
  letterText,
  type OutgoingEmail,
  EmailDelayed,
  Mailer,
  EmailRefused,
  EmailUnanswered,
  oneLine,
} from "@paraph/core/emails";
import { Data, DateTime, Effect, FileSystem, Layer, Path, Predicate, Redacted } from "effect";
import type { SendMailOptions } from "nodemailer";

import { identifyingHeaders } from "./bounces/email_headers.ts";
import { OUTBOX_HEADER, outboxHeader } from "./outbox_header.ts";

/** How this node sends emails. */
export interface MailerOptions {
  /** An SMTP server; absent: each email becomes a file. */
  readonly smtpUrl: Redacted.Redacted | undefined;
  /** The folder of those files. */
  readonly outbox: string;
  /** The sender of emails whose organisation has none. */
  readonly from: string;
}

/** Imported with the first email, because it is a large library that no start needs. */
const nodemailer = Effect.promise(() => import("nodemailer"));

/** Sends emails over SMTP, or writes them to a folder. */
export function mailer({
  smtpUrl,
  outbox,
  from,
}: MailerOptions): Layer.Layer<Mailer, never, FileSystem.FileSystem | Path.Path> {
  return smtpUrl === undefined ? mailerOutbox(outbox, from) : mailerSmtp(smtpUrl, from);
}

/** Time limits of the SMTP connection, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends emails over SMTP, each over its own connection.
 *
 * The server accepts an email with the line that ends it, so that line is sent only after
 * `handOver` has recorded the delivery. An email whose worker is killed before that has not
 * arrived.
 */
export function mailerSmtp(smtpUrl: Redacted.Redacted, from: string): Layer.Layer<Mailer> {
  const host = URL.parse(Redacted.value(smtpUrl))?.hostname;
  const send = Effect.fn("Mailer.send")(function* (
    email: OutgoingEmail,
    handOver: Effect.Effect<boolean>,
  ) {
    const context = yield* Effect.context();
    const { headers, ...options } = yield* messageOf(email, from);
    const sendOptions: SendMailOptions = {
      ...options,
      headers: { ...headers, ...identifyingHeaders(email.id, host) },
      // The mail server reports only failures, with the id of the email (RFC 3461).
      dsn: { id: email.id, return: "headers", notify: ["failure"] },
    };
    let handedOver = false;
    const { createTransport } = yield* nodemailer;
    const transport = createTransport({ url: Redacted.value(smtpUrl), ...TIMEOUTS });
    transport.use("stream", ({ message }, next) => {
      message.processFunc((bytes) =>
        Readable.from(
          withGatedEnd(bytes, async () => {
            handedOver = await Effect.runPromiseWith(context)(handOver);
            return handedOver;
          }),
        ),
      );
      next();
    });
    yield* Effect.tryPromise({
      try: () => transport.sendMail(sendOptions),
      catch: (error) => toEmailError(error, handedOver),
    });
  });
  return Layer.succeed(Mailer, { send });
}

/** The bytes of a message. The last ones follow only when `handOver` allows it. */
async function* withGatedEnd(bytes: Readable, handOver: () => Promise<boolean>) {
  yield* bytes;
  if (!(await handOver())) throw new Error("Another worker sends this email");
}

/** The error of a failure. It does not quote the server, whose texts contain addresses. */
function toEmailError(error: unknown, handedOver: boolean) {
  const { code, responseCode } = Predicate.isObject(error) ? error : {};
  if (Predicate.isNumber(responseCode)) {
    const message = `the mail server responded with ${responseCode}`;
    const isFinal = responseCode >= 500 && !CONFIGURATION_CODES.has(responseCode);
    const isAboutEmail = code === "EENVELOPE" || code === "EMESSAGE";
    return isFinal && isAboutEmail ? new EmailRefused({ message }) : new EmailDelayed({ message });
  }
  if (handedOver)
    return new EmailUnanswered({ message: "the mail server did not confirm the email" });
  const reason = Predicate.isString(code) ? ` (${code})` : "";
  return new EmailDelayed({ message: `the mail server could not be reached${reason}` });
}

/** Failures of the configuration, which an operator can fix: no TLS, no credentials. */
const CONFIGURATION_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/**
 * Writes each email to a file in a folder, for deployments without an SMTP server. A second write
 * replaces the file, so there is nothing to record before.
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
      const write = Effect.fnUntraced(function* (name: string, bytes: Uint8Array) {
        yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 });
        const draft = path.join(folder, `.${name}`);
        yield* fs.writeFile(draft, bytes, { mode: 0o600 });
        yield* fs.rename(draft, path.join(folder, name));
      });

      const send = Effect.fn("Mailer.send")(function* (email: OutgoingEmail) {
        const options = yield* outboxMessageOf(email, from);
        const { createTransport } = yield* nodemailer;
        const transport = createTransport({
          streamTransport: true,
          buffer: true,
          newline: "windows",
        });
        const info = yield* Effect.promise(() => transport.sendMail(options));
        const { message } = info;
        if (!Predicate.isUint8Array(message)) return yield* Effect.die("The message is a stream");
        return yield* write(`${email.id}.eml`, message).pipe(
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

/** The message of an email, the same at every attempt. Fails if the stored letter is invalid. */
export function messageOf(
  email: OutgoingEmail,
  from: string,
): Effect.Effect<ReturnType<typeof toSendOptions>, EmailRefused> {
  return Effect.try({ try: () => toSendOptions(email, from), catch: () => UNREADABLE });
}

/** The message of an email in the outbox, with its content in a header. */
function outboxMessageOf(email: OutgoingEmail, from: string) {
  return Effect.try({
    try: (): SendMailOptions => {
      const { headers, ...options } = toSendOptions(email, from);
      const { name, address } = options.from;
      const sender = name === "" ? address : `${name} <${address}>`;
      const value = outboxHeader({ ...email, from: sender });
      return { ...options, headers: { ...headers, [OUTBOX_HEADER]: { prepared: true, value } } };
    },
    catch: () => UNREADABLE,
  });
}

const UNREADABLE = new EmailRefused({ message: "the stored email cannot be read" });

/** The `Content-ID` of the logo in a message. */
const LOGO_ID = "logo@paraph";

function toSendOptions(email: OutgoingEmail, from: string) {
  const { to, letter, messageId, createdAt, pixelUrl, brand } = email;
  const { name, address } = senderOf(email.sender ?? from);
  const { logo, replyTo } = brand;
  const logoUrl = logo === null ? {} : { logoUrl: `cid:${LOGO_ID}` };
  return {
    from: { name: brand.from ?? name, address },
    ...(replyTo === null ? {} : { replyTo: { name: brand.from ?? "", address: replyTo } }),
    to: { name: oneLine(to.name ?? "", 200), address: to.email },
    subject: letter.subject,
    text: letterText(letter, brand),
    html: letterHtml(letter, { pixelUrl, ...logoUrl }, brand),
    // Inline, because email programs block external images and drop `data:` URLs.
    attachments:
      logo === null
        ? []
        : [
            {
              filename: logo.type === "image/png" ? "logo.png" : "logo.jpg",
              contentType: logo.type,
              content: Buffer.from(logo.base64, "base64"),
              contentDisposition: "inline" as const,
              cid: LOGO_ID,
            },
          ],
    messageId,
    date: DateTime.toDateUtc(createdAt),
    // Prevents automatic replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": letter.language ?? "en" },
    // Texts must not make nodemailer read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The mail server rejects connections. The message does not quote the server. */
export class MailServerUnavailable extends Data.TaggedError("mail_server_fails")<{
  readonly message: string;
}> {}

/** Connects to a mail server, authenticates and disconnects. */
export function probeMailServer(
  smtpUrl: Redacted.Redacted,
  timeoutMillis: number,
): Effect.Effect<void, MailServerUnavailable> {
  const limits = {
    connectionTimeout: timeoutMillis,
    greetingTimeout: timeoutMillis,
    socketTimeout: timeoutMillis,
  };
  return Effect.acquireUseRelease(
    Effect.map(nodemailer, ({ createTransport }) =>
      createTransport({ url: Redacted.value(smtpUrl), ...limits }),
    ),
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
  if (Predicate.isNumber(responseCode)) return `responds with ${responseCode}`;
  if (code === "ETIMEDOUT") return "does not respond in time";
  if (code === "ETLS") return "does not agree on TLS";
  return `cannot be reached${Predicate.isString(code) ? ` (${code})` : ""}`;
}
