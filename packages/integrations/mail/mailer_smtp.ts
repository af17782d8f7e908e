import { Readable } from "node:stream";

import { type Mail, Mailer, MailDelayed, MailRefused, MailUnanswered } from "@paraph/core/mail";
import { Effect, Layer, Predicate, Redacted } from "effect";
import { createTransport } from "nodemailer";

import { messageOf } from "./message.ts";

/** So long a mail server may take to be reached, to greet, and to answer, in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends mails to a mail server, over a connection of its own each.
 *
 * The server takes a mail with the line that ends it, so that line waits until the handing over is
 * noted: a mail whose worker dies before that has not arrived, whatever else of it was sent.
 */
export function mailerSmtp(smtpUrl: Redacted.Redacted, from: string): Layer.Layer<Mailer> {
  const send = Effect.fn("Mailer.send")(function* (mail: Mail, handOver: Effect.Effect<boolean>) {
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
    return isFinal && isAboutMail ? new MailRefused({ message }) : new MailDelayed({ message });
  }
  if (handedOver)
    return new MailUnanswered({ message: "the mail server did not answer in the end" });
  const reason = Predicate.isString(code) ? ` (${code})` : "";
  return new MailDelayed({ message: `the mail server could not be reached${reason}` });
}

/** What a server asks of its clients, which an operator can give it: no TLS, no credentials. */
const NOT_ABOUT_THE_MAIL: ReadonlySet<number> = new Set([530, 534, 535, 538]);
