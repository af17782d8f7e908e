import { assert, layer } from "@effect/vitest";
import { Effect, Schedule, Schema } from "effect";
import { SqlClient } from "effect/sql";

import { ApiServer, apiServer } from "../_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";
import { pageOf, sendRequest } from "../_testing/sent_request.ts";
import { call, visit } from "../_testing/shared_document.ts";

const RECIPIENTS = Schema.Struct({
  recipients: Schema.Array(Schema.Struct({ email: Schema.String })),
});

/** Changes the branding of the project. */
const changeBranding = Effect.fnUntraced(function* (branding: object | null) {
  const { port, accountKey, project } = yield* ApiServer;
  yield* send(port, {
    method: "PATCH",
    path: `/v1/projects/${project}`,
    headers: { authorization: `Bearer ${accountKey}` },
    body: JSON.stringify({ branding }),
  });
});

/** The person who signs in place of the recipient. */
const delegateOf = (email: string) => ({
  firstName: "Grace",
  lastName: "Hopper",
  email,
  reason: "She signs contracts",
});

layer(apiServer, { excludeTestServices: true, timeout: "120 seconds" })("delegation", (it) => {
  it.effect("replaces the recipient once, and tells the sender", () =>
    Effect.gen(function* () {
      const replyTo = "legal@acme.example";
      yield* changeBranding({ replyTo });
      yield* Effect.addFinalizer(() => changeBranding(null));
      const { id, page, post, email, status } = yield* sendRequest({ allowDelegation: true });
      const grace = `grace-${email}`;
      const responses = yield* Effect.all(
        [grace, `eve-${email}`].map((to) => post("delegate", delegateOf(to))),
        { concurrency: "unbounded" },
      );
      assert.deepStrictEqual(
        responses.map((response) => response.status).toSorted((a, b) => a - b),
        [200, 404],
      );
      const first = fieldsOf(responses.find((response) => response.status === 200)!);
      assert.strictEqual(first["name"], "Grace Hopper");
      const replaced = yield* visit(page);
      assert.strictEqual(replaced.status, 404);
      // It names whom to ask, and nothing of the document.
      assert.include(replaced.text, "This link is no longer valid");
      assert.include(replaced.text, `mailto:${replyTo}`);
      assert.notInclude(replaced.text, "contract");
      const recipients = Effect.map(call("GET", `/v1/signatures/${id}`), ({ json }) =>
        Schema.decodeUnknownSync(RECIPIENTS)(json).recipients.map((one) => one.email),
      );
      yield* recipients.pipe(
        Effect.repeat({
          until: ([current]) => current === first["email"],
          schedule: Schedule.spaced("20 millis"),
        }),
        Effect.timeout("1 minute"),
      );
      // Events are listed when all earlier transactions have ended.
      yield* call("GET", "/v1/events?type=signature.recipient_changed&limit=5").pipe(
        Effect.repeat({
          until: ({ text }) => text.includes(id),
          schedule: Schedule.spaced("20 millis"),
        }),
        Effect.timeout("1 minute"),
      );
      const trail = yield* call("GET", `/v1/signatures/${id}/audit`);
      assert.include(trail.text, `"delegatedBy":"Ada <${email}>"`);
      const sql = yield* SqlClient.SqlClient;
      const toSender = yield* sql<{ readonly quote: string }>`
          SELECT letter ->> 'quote' AS quote FROM mails WHERE recipient_email = ${replyTo}`;
      assert.deepStrictEqual(toSender, [{ quote: "She signs contracts" }]);
      const next = yield* pageOf(String(first["email"]));
      assert.notStrictEqual(next, page);
      const ceremony = yield* visit(`${next}/ceremony`);
      assert.include(ceremony.text, "Grace Hopper");
      assert.strictEqual(yield* status, "sent");
      // The sender can correct a delegate, and two more changes are the last ones.
      for (const [index, expected] of [200, 200, 409].entries()) {
        const last = index === 0 ? next : yield* pageOf(`p${index}-${email}`);
        const delegation = delegateOf(`p${index + 1}-${email}`);
        const response = yield* visit(`${last}/delegate`, {}, { method: "POST", json: delegation });
        assert.strictEqual(response.status, expected, response.text);
      }
    }),
  );

  it.effect("is refused without permission, to recipients, and with an invalid person", () =>
    Effect.gen(function* () {
      const { post } = yield* sendRequest({});
      const refusal = yield* post("delegate", delegateOf("grace@example.com"));
      assert.deepStrictEqual([refusal.status, codeOf(refusal)], [409, "conflict"]);
      const { post: postAllowed, email } = yield* sendRequest({ allowDelegation: true });
      for (const [change, path] of [
        [{ email: email.toUpperCase() }, "email"],
        [{ email: "a@b.example, c@d.example" }, "email"],
        [{ firstName: " " }, "firstName"],
        [{ reason: "" }, "reason"],
      ] as const) {
        const json = { ...delegateOf("grace@example.com"), ...change };
        const response = yield* postAllowed("delegate", json);
        assert.deepStrictEqual([response.status, [...issuePaths(response)]], [400, [path]]);
      }
      const origin = { origin: "https://evil.example" };
      const foreign = yield* postAllowed("delegate", delegateOf("g@example.com"), origin);
      assert.strictEqual(foreign.status, 403);
    }),
  );
});
