import { assert, describe, layer } from "@effect/vitest";
import { RenderId } from "@paraph/core/values";
import { Effect } from "effect";

import { INVOICE_DATA, publishInvoice } from "../_testing/api_client.ts";
import { apiServer } from "../_testing/api_server.ts";
import { fieldsOf } from "../_testing/body.ts";
import { emailsTo } from "../_testing/outbox.ts";
import { call, DOCUMENT } from "../_testing/shared_document.ts";
import { succeedRender } from "../_testing/succeeded_render.ts";

/** The subject of the email to an address, once it is in the outbox. */
const subjectOf = (address: string) =>
  Effect.map(
    emailsTo(`To: ${address}`),
    ([email = ""]) => /^Subject: (.*)$/mu.exec(email)?.[1],
  ).pipe(
    Effect.delay("20 millis"),
    Effect.repeat({ until: (subject) => subject !== undefined }),
    Effect.timeout("1 minute"),
  );

layer(apiServer, { excludeTestServices: true, timeout: "2 minutes" })(
  "the email of a share",
  (it) => {
    const shareByEmail = Effect.fnUntraced(function* (options: object, recipientEmail: string) {
      yield* publishInvoice("titled");
      const body = { data: INVOICE_DATA, options };
      const { id } = fieldsOf(yield* call("POST", "/v1/templates/titled/render", body));
      yield* succeedRender(RenderId.make(String(id)), DOCUMENT);
      yield* call("POST", `/v1/renders/${String(id)}/shares`, { channel: "email", recipientEmail });
      return yield* subjectOf(recipientEmail);
    });

    describe("its subject", () => {
      it.effect("has the name of the template, not its slug", () =>
        Effect.gen(function* () {
          const subject = yield* shareByEmail({}, "named@example.com");
          assert.include(subject, "Invoice");
          assert.notInclude(subject, "titled");
        }),
      );

      it.effect("has the file name of the render if there is one", () =>
        Effect.gen(function* () {
          const subject = yield* shareByEmail({ filename: "Offer 7" }, "file@example.com");
          assert.include(subject, "Offer 7");
        }),
      );
    });
  },
);
