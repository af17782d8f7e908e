import { assert, describe, it } from "@effect/vitest";
import { localServer } from "@paraph/testing/local_server";
import { Effect } from "effect";

import { documentOf, settingsOf } from "../testing/sealing.ts";
import { type Misdeeds, stampTime } from "../testing/time_stamping.ts";
import { verifySealedPdf } from "../verify/verify_sealed_pdf.ts";
import { signPdf } from "./sign_pdf.ts";

/** An authority that answers on loopback, and what comes of sealing with it. */
const sealWith = (answer: (request: Uint8Array) => Promise<Uint8Array | number>) =>
  Effect.gen(function* () {
    const asked: Array<string | undefined> = [];
    const server = yield* localServer((request, response) => {
      asked.push(request.headers.authorization);
      const chunks: Array<Buffer> = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", async () => {
        const given = await answer(Buffer.concat(chunks));
        if (typeof given === "number") response.writeHead(given).end();
        else response.end(given);
      });
    });
    const tsaUrl = `http://me:p%40ss@127.0.0.1:${server.port}/tsr`;
    const sealing = yield* Effect.promise(async () =>
      signPdf(await documentOf(1), await settingsOf({ tsaUrl })),
    );
    return { sealing, asked };
  });

/** Time stamps tell seconds. */
const secondNow = () => Math.floor(Date.now() / 1000) * 1000;

const WRONG: ReadonlyArray<readonly [what: string, misdeeds: Misdeeds, said: RegExp]> = [
  ["stamps something else", { other: true }, /of something else/],
  ["answers another request", { withoutNonce: true }, /answers another request/],
  ["signs with another key", { forged: true }, /signature of the time stamp does not hold/],
  ["is ahead by six minutes", { ahead: 360_000 }, /has another time than we/],
  ["is behind by six minutes", { ahead: -360_000 }, /has another time than we/],
  ["may not stamp times", { wrongPurpose: true }, /may not stamp times/],
];

describe("requestTimeStamp()", () => {
  it.effect("has a seal confirmed, and says who confirmed it", () =>
    Effect.gen(function* () {
      const before = secondNow();
      const { sealing, asked } = yield* sealWith((request) => stampTime(request));
      assert(sealing.kind === "sealed");
      assert.strictEqual(sealing.level, "PAdES B-T");
      assert.isAtLeast(sealing.timestamp ?? 0, before);
      assert.deepStrictEqual(asked, [`Basic ${Buffer.from("me:p@ss").toString("base64")}`]);
      const verification = verifySealedPdf(sealing.bytes);
      assert(verification.intact);
      assert.strictEqual(
        verification.seal.timeStamp?.authority,
        "CN=Example Time Stamping, O=Example",
      );
    }),
  );

  it.effect.each(WRONG)("seals nothing with an authority that %s", ([, misdeeds, said]) =>
    Effect.gen(function* () {
      const { sealing } = yield* sealWith((request) => stampTime(request, misdeeds));
      assert(sealing.kind === "delayed");
      assert.match(sealing.message, said);
    }),
  );

  it.effect("seals nothing with an answer that was given before", () =>
    Effect.gen(function* () {
      let kept: Promise<Uint8Array> | undefined;
      const replay = (request: Uint8Array) => (kept ??= stampTime(request));
      assert.strictEqual((yield* sealWith(replay)).sealing.kind, "sealed");
      const { sealing } = yield* sealWith(replay);
      assert(sealing.kind === "delayed");
      assert.match(sealing.message, /of something else|answers another request/);
    }),
  );

  it.effect("seals nothing with an authority that fails or talks of something else", () =>
    Effect.gen(function* () {
      const broken = yield* sealWith(async () => 500);
      assert.deepStrictEqual(broken.sealing, {
        kind: "delayed",
        message: "The time-stamping authority answers with status 500",
      });
      const html = yield* sealWith(async () => new TextEncoder().encode("<html>"));
      assert.deepStrictEqual(html.sealing, {
        kind: "delayed",
        message: "The time-stamping authority answers with something that is no time stamp",
      });
      const endless = yield* sealWith(async () => new Uint8Array(1_000_000));
      assert.deepStrictEqual(endless.sealing, {
        kind: "delayed",
        message: "The time-stamping authority answers with too much",
      });
    }),
  );

  it.effect(
    "does not wait for ever",
    () =>
      Effect.gen(function* () {
        const { sealing } = yield* sealWith(() => new Promise(() => {}));
        assert.deepStrictEqual(sealing, {
          kind: "delayed",
          message: "The time-stamping authority does not answer in time",
        });
      }),
    { timeout: 120_000 },
  );
});
