import { assert, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { INVOICE_DATA, publishInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf, fieldsOf } from "../_testing/body.ts";
import { signatureOf } from "../_testing/contract_document.ts";
import { callAs } from "../_testing/embedding.ts";
import { call } from "../_testing/shared_document.ts";

const BULKS = "/v1/signatures/bulk";

const { anchorTags } = signatureOf("");

/** A bulk request with a row for each address, whose renders wait: no worker runs. */
const newBulk = Effect.fnUntraced(function* (slug: string, emails: ReadonlyArray<string>) {
  yield* publishInvoice(slug);
  const rows = emails.map((email) => ({
    data: INVOICE_DATA,
    recipients: [{ firstName: "Ada", lastName: "Lovelace", email }],
  }));
  const response = yield* call("POST", BULKS, { template: slug, rows, anchorTags });
  assert.strictEqual(response.status, 202, response.text);
  return `${BULKS}/${String(fieldsOf(response)["id"])}`;
});

const Rows = Schema.Struct({
  rows: Schema.Array(
    Schema.Struct({
      status: Schema.String,
      error: Schema.NullOr(Schema.Struct({ code: Schema.String })),
    }),
  ),
});

layer(apiServer, { excludeTestServices: true })("bulk requests", (it) => {
  it.effect("do not send waiting rows with an erased address", () =>
    Effect.gen(function* () {
      const email = "bulk.recipient@example.com";
      const path = yield* newBulk("bulk-erased", [email.toUpperCase(), "other@example.com"]);
      const erasure = yield* call("POST", "/v1/erasures", { email });
      assert.include(erasure.text, '"signatureBulkRows":1');
      const { rows } = yield* Schema.decodeUnknownEffect(Rows)(
        (yield* call("GET", `${path}/rows`)).json,
      );
      assert.deepEqual(rows, [
        { status: "failed", error: { code: "recipient_erased" } },
        { status: "pending", error: null },
      ]);
      assert.deepInclude(fieldsOf(yield* call("GET", path)), { sent: 0, failed: 1 });
    }),
  );

  it.effect("are unknown to other projects", () =>
    Effect.gen(function* () {
      const { otherKey } = yield* ApiServer;
      const path = yield* newBulk("bulk-other", ["other@example.com"]);
      for (const each of [path, `${path}/rows`, `${path}/result`]) {
        assert.strictEqual(codeOf(yield* callAs(otherKey, "GET", each)), "not_found");
      }
      const { text } = yield* callAs(otherKey, "GET", BULKS);
      assert.include(text, '"bulks":[]');
    }),
  );
});
