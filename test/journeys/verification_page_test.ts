import { assert, describe, layer } from "@effect/vitest";
import { LANGUAGES } from "@paraph/core/values";
import { TEST_DATABASE_URL } from "@paraph/database/testing/fresh_database";
import { BarcodeFormat } from "@zxing/library";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { apiServer, ApiServer, BASE_URL } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { call, visit } from "../../packages/http/_testing/shared_document.ts";
import { LATER_CHANGES, withLaterChange } from "../../packages/pdf/testing/later_changes.ts";
import { sealPdf } from "../../packages/pdf/testing/sealing.ts";
import { scanCode } from "../support/scan_code.ts";
import { documentOf } from "../support/shared_document.ts";
import {
  act,
  addressOf,
  createSignatureRequest,
  eventually,
  sign,
  tokenOf,
} from "../support/signing/signing_by_email.ts";

/** Sends a file as the form of a browser does. */
const check = Effect.fnUntraced(function* (
  path: string,
  file: Uint8Array | string,
  headers: Readonly<Record<string, string>> = {},
) {
  const { port } = yield* ApiServer;
  const head =
    '--limit\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n' +
    "content-type: application/pdf\r\n\r\n";
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.from(file),
    Buffer.from("\r\n--limit--\r\n"),
  ]);
  const type = { "content-type": "multipart/form-data; boundary=limit" };
  return yield* send(port, { method: "POST", path, body, headers: { ...type, ...headers } });
});

/** A request for Ada, which she has signed or declined. */
const endedRequest = Effect.fnUntraced(function* (ending: "signed" | "declined") {
  const ada = addressOf("ada");
  const request = yield* createSignatureRequest({
    pdf: yield* Effect.promise(() => documentOf(1)),
    recipients: [{ firstName: "Ada", lastName: "<Lovelace>", email: ada }],
    fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80, width: 20, height: 5 }],
  });
  const token = yield* tokenOf(ada, /sign/);
  if (ending === "signed") yield* sign(token);
  else yield* act(token, "decline", { reason: "No" });
  const certificate = yield* eventually(request.certificate, ({ status }) => status === 200);
  return { ...request, ada, token, certificate: certificate.bytes };
});

/** The path in the QR code of a certificate. */
const pathIn = Effect.fnUntraced(function* (certificate: Uint8Array) {
  const url = yield* Effect.promise(() => scanCode(certificate, BarcodeFormat.QR_CODE));
  assert.include(url, `${BASE_URL}/verify/`);
  return new URL(url ?? "").pathname;
});

describe("the verification page", () => {
  layer(apiServer, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("shows the request of a certificate to who has its code, and its files match", () =>
      Effect.gen(function* () {
        const { id, ada, certificate, download, combined } = yield* endedRequest("signed");
        const path = yield* pathIn(certificate);
        const { status, text, headers } = yield* visit(path);
        assert.strictEqual(status, 200);
        for (const part of [
          "All have signed",
          "Framework agreement",
          "Ada &#60;Lovelace&#62;",
          "Signed: <time",
          "Sent by",
          id,
        ])
          assert.include(text, part);
        // Who has the code may not have the document, nor know its recipients.
        for (const secret of [ada, "sgn_", "document.pdf", "127.0.0.1"])
          assert.notInclude(text, secret);
        assert.include(headers["cache-control"], "no-store");
        assert.include(headers["x-robots-tag"], "noindex");

        const signed = (yield* download).bytes;
        for (const [file, match] of [
          [signed, "It is the signed document of this request."],
          [certificate, "It has the certificate of this request."],
          [(yield* combined).bytes, "It has the certificate of this request."],
        ] as const) {
          const checked = yield* check(path, file);
          assert.strictEqual(checked.status, 200);
          assert.include(checked.text, "The file is unchanged");
          assert.include(checked.text, match);
        }
        const other = yield* endedRequest("signed");
        const foreign = yield* check(path, (yield* other.download).bytes);
        assert.include(foreign.text, "It does not belong to this request.");
        assert.include(foreign.text, "is-bad");
        // A certificate leads to its request, a signed document does not have the code.
        const any = yield* check("/verify", certificate);
        assert.include(any.text, `href="${path}"`);
        assert.notInclude((yield* check("/verify", signed)).text, 'href="/verify');
      }),
    );

    it.effect("shows every ending, until the request is erased", () =>
      Effect.gen(function* () {
        const { ada, certificate } = yield* endedRequest("declined");
        const path = yield* pathIn(certificate);
        const { text } = yield* visit(path);
        assert.include(text, "A recipient declined");
        assert.include(text, "Declined: <time");
        assert.notInclude(text, "SHA-256 when signed");
        assert.strictEqual(
          (yield* call("POST", "/v1/erasures", { email: ada, documents: true })).status,
          200,
        );
        assert.strictEqual((yield* visit(path)).status, 404);
      }),
    );

    it.effect.runIf(TEST_DATABASE_URL !== undefined)(
      "is shown, like the audit trail, during a change of the request",
      () =>
        Effect.gen(function* () {
          const { id, certificate, token } = yield* endedRequest("signed");
          const path = yield* pathIn(certificate);
          const sql = yield* SqlClient.SqlClient;
          const statuses = yield* sql.withTransaction(
            Effect.gen(function* () {
              // As every change of an envelope does.
              yield* sql`SELECT 1 FROM signing_envelopes WHERE reference = ${id} FOR UPDATE`;
              return [
                (yield* visit(path)).status,
                (yield* visit(`/sign/${token}/audit.json`)).status,
                (yield* call("GET", `/v1/signatures/${id}/audit`)).status,
              ];
            }).pipe(Effect.timeout("20 seconds")),
          );
          assert.deepEqual(statuses, [200, 200, 200]);
        }),
    );

    it.effect("is the same for every wrong code, and for requests that have not ended", () =>
      Effect.gen(function* () {
        const { certificate, token } = yield* endedRequest("signed");
        const path = yield* pathIn(certificate);
        const bob = addressOf("bob");
        const open = yield* createSignatureRequest({
          pdf: yield* Effect.promise(() => documentOf(1)),
          recipients: [{ firstName: "Bob", email: bob }],
          fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
        });
        yield* tokenOf(bob, /sign/);
        const head = String(
          fieldsOf(yield* call("GET", `/v1/signatures/${open.id}/audit`))["head"],
        );
        const unknown = (yield* visit("/verify/x/y")).text;
        assert.include(unknown, "This certificate is not known");
        for (const wrong of [
          path.replace(/.$/u, (digit) => (digit === "0" ? "1" : "0")),
          path.slice(0, -1),
          `${path}0`,
          path.toUpperCase().replace("/VERIFY", "/verify"),
          `/verify/${open.id}/${head.slice(0, 32)}`,
          `/verify/${open.id}/${"%00".repeat(3)}`,
          `/verify/${token}/${path.split("/").at(-1)}`,
        ]) {
          const response = yield* visit(wrong);
          assert.deepEqual([response.status, response.text], [404, unknown], wrong);
          assert.strictEqual((yield* check(wrong, certificate)).status, 404);
        }
      }),
    );

    it.effect("says why a file is not valid, in every language", () =>
      Effect.gen(function* () {
        const { download } = yield* endedRequest("signed");
        const signed = (yield* download).bytes;
        const changed = Uint8Array.from(signed);
        changed[500] = (changed[500] ?? 0) ^ 1;
        const plain = yield* Effect.promise(() => documentOf(1));
        const forged = yield* Effect.promise(async () => (await sealPdf(plain)).bytes);
        const cases: ReadonlyArray<readonly [string, Uint8Array | string]> = [
          ["The file was changed", changed],
          [
            "The file was changed",
            yield* Effect.promise(() => withLaterChange(signed, LATER_CHANGES.annotation)),
          ],
          ["The file was changed", signed.subarray(0, -200)],
          ["Not signed by this service", forged],
          ["The file is not signed", plain],
          ["The file is not a PDF", "<html>"],
        ];
        for (const [title, file] of cases) {
          const { status, text } = yield* check("/verify", file);
          assert.deepEqual([status, text.includes(`<h1>${title}</h1>`)], [200, true], title);
          assert.notInclude(text, "is-good");
          for (const word of ["SHA-256", "CN="]) assert.notInclude(text, word);
        }
        const pages = new Set<string>();
        for (const language of LANGUAGES) {
          const { text } = yield* check("/verify", signed, { "accept-language": language });
          assert.include(text, `<html lang="${language}" dir="ltr">`);
          pages.add(/<h1>(.*?)<\/h1>/u.exec(text)?.[1] ?? "");
        }
        assert.strictEqual(pages.size, LANGUAGES.length);
      }),
    );

    it.effect("has a page for forms without a file, and for files that are too large", () =>
      Effect.gen(function* () {
        const { port } = yield* ApiServer;
        const post = (body: string | Uint8Array, type: string) =>
          send(port, { method: "POST", path: "/verify", body, headers: { "content-type": type } });
        const multipart = "multipart/form-data; boundary=limit";
        for (const [body, type] of [
          ["", multipart],
          ["--limit--\r\n", multipart],
          ["{}", "application/json"],
          ["file=1", "application/x-www-form-urlencoded"],
          ["--limit\r\n\r\nno name\r\n--limit--\r\n", multipart],
          [
            '--limit\r\ncontent-disposition: form-data; name="file"\r\n\r\ntext\r\n--limit--',
            multipart,
          ],
          ["--limit\r\n".repeat(10_000), multipart],
          ["%PDF", "multipart/form-data"],
          ["%PDF", "multipart/form-data; boundary="],
        ] as const) {
          const { status, text } = yield* post(body, type);
          assert.deepEqual([status, text.includes("No file was received")], [400, true], body);
        }
        assert.include((yield* check("/verify", "")).text, "No file was received");
        const large = yield* check("/verify", Buffer.alloc(33 * 1024 * 1024, 32));
        assert.deepEqual([large.status, large.text.includes("too large")], [413, true]);
        // Larger than other bodies may be.
        const padded = yield* check("/verify", Buffer.alloc(25 * 1024 * 1024, 32));
        assert.deepEqual([padded.status, padded.text.includes("not a PDF")], [200, true]);
      }),
    );
  });
});
