import { NodeServices } from "@effect/platform-node";
import { assert, layer } from "@effect/vitest";
import { letterText, Mailer, NO_BRAND, type OutgoingEmail, Outbox } from "@paraph/core/emails";
import { EmailId, ProjectId, RenderId } from "@paraph/core/values";
import { DateTime, Effect, FileSystem, Layer, Option } from "effect";
import PostalMime from "postal-mime";

import { mailerOutbox } from "./mailer.ts";
import { outboxFiles } from "./outbox_files.ts";

const ID = (last: number) => `0198c0de-7f00-7abc-8def-${String(last).padStart(12, "0")}`;

const EMAIL: OutgoingEmail = {
  id: EmailId.make(ID(1)),
  cause: "test:1",
  projectId: ProjectId.make(ID(0)),
  renderId: RenderId.make(ID(0)),
  shareId: null,
  memberId: null,
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
  brand: NO_BRAND,
};

/** A PNG of one pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const FROM = "Paraph <no-reply@localhost>";

/** A mailer and a reader of the same folder. */
const inFolder = Effect.fnUntraced(function* (folder: string) {
  const both = Layer.merge(mailerOutbox(folder, FROM), outboxFiles(folder));
  const context = yield* Layer.build(both);
  const [mailer, outbox] = yield* Effect.provideContext(Effect.all([Mailer, Outbox]), context);
  const write = (more: Partial<OutgoingEmail>) =>
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
      const { id, cause, to, letter, brand, createdAt } = EMAIL;
      assert.deepStrictEqual(email, { id, cause, from: FROM, to, letter, brand, createdAt });
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

  it.effect("show the brand of the project: sender, reply address, logo and footer", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const { write, outbox } = yield* inFolder(yield* fs.makeTempDirectoryScoped());
      const brand = {
        name: "Müller & Söhne",
        from: "Müller & Söhne",
        replyTo: "service@acme.example",
        color: "#ffd500",
        logo: { type: "image/png", base64: PNG },
        footer: "Acme Ltd",
      } as const;
      yield* write({ brand, letter: { ...EMAIL.letter, language: "de" } });
      const bytes = Option.getOrThrow(yield* outbox.message(EMAIL.id));
      const message = yield* Effect.promise(() => PostalMime.parse(bytes));
      assert.deepInclude(message.from, { name: brand.from, address: "no-reply@localhost" });
      assert.strictEqual(message.replyTo?.[0]?.address, brand.replyTo);
      const [logo] = message.attachments;
      assert.deepInclude(logo, { disposition: "inline", mimeType: "image/png" });
      const { html = "", text = "" } = message;
      assert.include(html, `src="cid:${logo?.contentId?.replaceAll(/[<>]/g, "")}"`);
      assert.include(html, 'bgcolor="#ffd500"');
      assert.include(html, "color:#000000");
      for (const version of [text, html]) assert.include(version, "Acme Ltd");
      assert.include(text, "im Auftrag von Müller & Söhne");
      const stored = Option.getOrThrow(yield* outbox.find(EMAIL.id));
      assert.deepStrictEqual(stored.brand, brand);
    }),
  );
});
