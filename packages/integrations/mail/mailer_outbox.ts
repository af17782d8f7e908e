import { type Mail, Mailer, MailDelayed } from "@paraph/core/mail";
import { Effect, FileSystem, Layer, Path, Predicate } from "effect";
import { createTransport } from "nodemailer";

import { messageOf } from "./message.ts";

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

      const send = Effect.fn("Mailer.send")(function* (mail: Mail) {
        const sent = yield* messageOf(mail, from);
        const composed = yield* Effect.promise(() => transport.sendMail(sent));
        const { message } = composed;
        if (!Predicate.isUint8Array(message)) return yield* Effect.die("The message is a stream");
        return yield* write(`${mail.id}.eml`, message).pipe(
          Effect.mapError(
            ({ reason }) =>
              new MailDelayed({ message: `the outbox cannot be written to (${reason._tag})` }),
          ),
        );
      });

      return Mailer.of({ send });
    }),
  );
}
