import { NodeServices } from "@effect/platform-node";
import { assert, layer } from "@effect/vitest";
import { letterText, Mailer, Outbox, type QueuedEmail } from "@paraph/core/emails";
import { EmailId, ProjectId, RenderId } from "@paraph/core/values";
import { DateTime, Effect, FileSystem, Layer, Option } from "effect";
import PostalMime from "postal-mime";

import { mailerOutbox } from "./mailer.ts";
import { outboxFiles } from "./outbox_files.ts";

const ID = (last: number) => `0198c0de-7f00-7abc-8def-${String(last).padStart(12, "0")}`;

const EMAIL: QueuedEmail = {
  id: EmailId.make(ID(1)),
  cause: "test:1",
  projectId: ProjectId.make(ID(0)),
  renderId: RenderId.make(ID(0)),
  shareId: null,
  to: { email: "ada@example.com", name: "Ada Lovelace" },
  letter: {
    subject: "Vertrag für Ада",
    greeting: null,
    opening: "Please sign it.",
    quote: "Long. ".repeat(500),
    action: { label: "Review", url: "http://127.0.0.1:3000/sign/sgn_1" },
    notes: ["Take care."],
  },
  expiresAt: null,
  messageId: "<1@paraph.test>",
  sender: null,
  pixelUrl: "http://127.0.0.1:3000/t/1.gif",
  createdAt: DateTime.makeUnsafe("2026-05-04T03:02:01Z"),
  status: "queued",
  traceParent: null,
  handedOverAt: null,
  sentAt: null,
  lastError: null,
};

const FROM = "Paraph <no-reply@localhost>";

/** A mailer and a reader of the same folder. */
const inFolder = Effect.fnUntraced(function* (folder: string) {
  const both = Layer.merge(mailerOutbox(folder, FROM), outboxFiles(folder));
  const context = yield* Layer.build(both);
  const [mailer, outbox] = yield* Effect.provideContext(Effect.all([Mailer, Outbox]), context);
  const write = (more: Partial<QueuedEmail>) =>
    mailer.send({ ...EMAIL, ...more }, Effect.succeed(true));
  return { write, outbox };
});

layer(NodeServices.layer)("the outbox", (it) => {
  it.effect("returns the emails that the mailer wrote, newest first", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const folder = yield* fs.makeTempDirectoryScoped();
      const { write, outbox } = yield* inFolder(folder);
      assert.deepStrictEqual(yield* outbox.newest(10), []);
      for (const n of [2, 3, 1]) yield* write({ id: EmailId.make(ID(n)) });
      // Files of other programs, and of earlier releases.
      yield* fs.writeFileString(`${folder}/other.eml`, "Subject: x\r\n\r\nx");
      yield* fs.writeFileString(`${folder}/${ID(4)}.eml`, "Subject: x\r\n\r\nx");
      const ids = Effect.map(outbox.newest(3), (emails) => emails.map(({ id }) => String(id)));
      assert.deepStrictEqual(yield* ids, [ID(3), ID(2)]);

      const email = Option.getOrThrow(yield* outbox.find(ID(1)));
      const { id, cause, to, letter, createdAt } = EMAIL;
      assert.deepStrictEqual(email, { id, cause, from: FROM, to, letter, createdAt });
      for (const unknown of [ID(5), "../outbox", "other"]) {
        assert.isTrue(Option.isNone(yield* outbox.find(unknown)));
        assert.isTrue(Option.isNone(yield* outbox.message(unknown)));
      }
    }),
  );

  it.effect("has the emails as valid messages with short lines", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const { write, outbox } = yield* inFolder(yield* fs.makeTempDirectoryScoped());
      yield* write({});
      const bytes = Option.getOrThrow(yield* outbox.message(EMAIL.id));
      const { subject, text, to } = yield* Effect.promise(() => PostalMime.parse(bytes));
      assert.strictEqual(subject, EMAIL.letter.subject);
      assert.strictEqual(text?.trim(), letterText(EMAIL.letter).trim());
      assert.strictEqual(to?.[0]?.address, "ada@example.com");
      for (const line of Buffer.from(bytes).toString("latin1").split("\r\n")) {
        assert.isAtMost(line.length, 78);
      }
    }),
  );
});
