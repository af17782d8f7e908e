import { assert, describe, it } from "@effect/vitest";
import { localServer } from "@paraph/testing/local_server";
import { Effect } from "effect";

import { documentOf, settingsOf } from "../testing/sealing.ts";
import { type AuthorityDefects, stampTime } from "../testing/time_stamping.ts";
import { verifySealedPdf } from "../verify/verify_sealed_pdf.ts";
import { signPdf } from "./sign_pdf.ts";

/** Seals with an authority on loopback. Returns the result. */
const sealWith = (respond: (request: Uint8Array) => Promise<Uint8Array | number>) =>
  Effect.gen(function* () {
    const authorizations: Array<string | undefined> = [];
    const server = yield* localServer((request, response) => {
      authorizations.push(request.headers.authorization);
      const chunks: Array<Buffer> = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", async () => {
        const reply = await respond(Buffer.concat(chunks));
        if (typeof reply === "number") response.writeHead(reply).end();
        else response.end(reply);
      });
    });
    const tsaUrl = `http://me:p%40ss@127.0.0.1:${server.port}/tsr`;
    const sealing = yield* Effect.promise(async () =>
      signPdf(await documentOf(1), await settingsOf({ tsaUrl })),
    );
    return { sealing, asked: authorizations };
  });

/** Time stamps have a resolution of seconds. */
const secondNow = () => Math.floor(Date.now() / 1000) * 1000;

const DEFECTIVE_AUTHORITIES: ReadonlyArray<
  readonly [what: string, misdeeds: AuthorityDefects, said: RegExp]
> = [
  ["stamps something else", { other: true }, /for other data/],
  ["stamps another request", { withoutNonce: true }, /of another request/],
  ["signs with another key", { forged: true }, /signature of the time stamp is invalid/],
  ["is ahead by six minutes", { ahead: 360_000 }, /more than 5 minutes off/],
  ["is behind by six minutes", { ahead: -360_000 }, /more than 5 minutes off/],
  ["may not stamp times", { wrongPurpose: true }, /not for time stamping/],
];

describe("requestTimeStamp()", () => {
  it.effect("adds a time stamp to a seal and names its authority", () =>
    Effect.gen(function* () {
      const before = secondNow();
      const { sealing, asked } = yield* sealWith((request) => stampTime(request));
      assert(sealing.kind === "sealed");
      assert.strictEqual(sealing.level, "PAdES B-T");
      assert.isAtLeast(sealing.timestamp?.at ?? 0, before);
      assert.strictEqual(sealing.timestamp?.authority, "CN=Example Time Stamping, O=Example");
      assert.deepStrictEqual(asked, [`Basic ${Buffer.from("me:p@ss").toString("base64")}`]);
      const verification = verifySealedPdf(sealing.bytes);
      assert(verification.intact);
      assert.strictEqual(
        verification.seal.timeStamp?.authority,
        "CN=Example Time Stamping, O=Example",
      );
    }),
  );

  it.effect.each(DEFECTIVE_AUTHORITIES)(
    "refuses to seal with an authority that %s",
    ([, defects, message]) =>
      Effect.gen(function* () {
        const { sealing } = yield* sealWith((request) => stampTime(request, defects));
        assert(sealing.kind === "delayed");
        assert.match(sealing.message, message);
      }),
  );

  it.effect("refuses a replayed time stamp", () =>
    Effect.gen(function* () {
      let firstReply: Promise<Uint8Array> | undefined;
      const replay = (request: Uint8Array) => (firstReply ??= stampTime(request));
      assert.strictEqual((yield* sealWith(replay)).sealing.kind, "sealed");
      const { sealing } = yield* sealWith(replay);
      assert(sealing.kind === "delayed");
      assert.match(sealing.message, /for other data|of another request/);
    }),
  );

  it.effect("refuses to seal with an authority that fails or responds with other data", () =>
    Effect.gen(function* () {
      const serverError = yield* sealWith(async () => 500);
      assert.deepStrictEqual(serverError.sealing, {
        kind: "delayed",
        message: "The time-stamping authority responded with status 500",
      });
      const html = yield* sealWith(async () => new TextEncoder().encode("<html>"));
      assert.deepStrictEqual(html.sealing, {
        kind: "delayed",
        message: "The time-stamping authority did not return a time stamp",
      });
      const endless = yield* sealWith(async () => new Uint8Array(1_000_000));
      assert.deepStrictEqual(endless.sealing, {
        kind: "delayed",
        message: "The time-stamping authority responded with more than 256 KiB",
      });
    }),
  );

  it.effect(
    "stops waiting after a timeout",
    () =>
      Effect.gen(function* () {
        const { sealing } = yield* sealWith(() => new Promise(() => {}));
        assert.deepStrictEqual(sealing, {
          kind: "delayed",
          message: "The time-stamping authority did not respond in time",
        });
      }),
    { timeout: 120_000 },
  );
});
