import type { Mailer } from "@paraph/core/mail";
import type { FileSystem, Layer, Path, Redacted } from "effect";

import { mailerOutbox } from "./mailer_outbox.ts";
import { mailerSmtp } from "./mailer_smtp.ts";

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
