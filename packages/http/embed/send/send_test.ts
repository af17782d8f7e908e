import { assert, layer } from "@effect/vitest";
import { Effect } from "effect";

import { apiServer } from "../../_testing/api_server.ts";
import { codeForPath, codeOf, fieldsOf, issuePaths } from "../../_testing/body.ts";
import { contractPdf, signatureOf } from "../../_testing/contract_document.ts";
import { callAsIntegrator, openSession, SESSION_OWNER } from "../../_testing/embedding.ts";

const SESSIONS = "/v1/embed/sessions";

/** An uploaded contract of the integrator, and a session to send it. */
const openSend = Effect.gen(function* () {
  const pdf = Buffer.from(yield* contractPdf);
  const data = pdf.toString("base64");
  const upload = yield* callAsIntegrator("POST", "/v1/documents", { name: "Lease.pdf", data });
  const renderId = String(fieldsOf(upload)["id"]);
  const open = openSession({ scope: { mode: "send", renderId } });
  const session = yield* open;
  const path = `/v1/embed/send/${session.id}`;
  const save = (request: object, draft: object = {}) =>
    session.call("PUT", `${path}/draft`, { request, ...draft });
  return { pdf, renderId, open, session, path, save };
});

layer(apiServer, { excludeTestServices: true })("send sessions", (it) => {
  it.effect("need a render", () =>
    Effect.gen(function* () {
      for (const scope of [{ mode: "send" }, { mode: "send", renderId: "7" }]) {
        const refusal = yield* callAsIntegrator("POST", SESSIONS, { ...SESSION_OWNER, scope });
        assert.strictEqual(refusal.status, 422);
        assert.deepStrictEqual(issuePaths(refusal), ["scope.renderId"]);
      }
    }),
  );

  it.effect("show the render, keep one draft, and send it once", () =>
    Effect.gen(function* () {
      const { pdf, renderId, open, session, path, save } = yield* openSend;
      assert.match(session.iframeUrl, /\/embed\/send\?session=/u);
      const context = yield* session.call("GET", "/v1/embed/session");
      assert.deepInclude(fieldsOf(context)["scope"], { mode: "send", renderId });
      const before = fieldsOf(yield* session.call("GET", path));
      assert.deepInclude(before["render"], { id: renderId, source: "upload" });
      assert.isNull(before["draft"]);
      const document = yield* session.call("GET", `${path}/document`);
      assert.deepStrictEqual(document.bytes, pdf);

      // Several windows of a session share its draft.
      const saves = yield* Effect.all(
        [1, 2, 3].map((n) => save({ renderId, name: `Lease ${n}` })),
        { concurrency: "unbounded" },
      );
      const ids = saves.flatMap((each) => (each.status === 200 ? [fieldsOf(each)["id"]] : []));
      assert.strictEqual(new Set(ids).size, 1);
      for (const each of saves) assert.include([200, 409], each.status, each.text);
      const other = yield* open;
      const state = fieldsOf(yield* other.call("GET", `/v1/embed/send/${other.id}`));
      const draft = fieldsOf({ json: state["draft"] });
      assert.strictEqual(draft["id"], ids[0]);

      const known = { draftId: draft["id"], revision: draft["revision"] };
      const saved = yield* save(signatureOf(renderId), known);
      assert.strictEqual(saved.status, 200, saved.text);
      assert.strictEqual(codeOf(yield* save({ renderId }, known)), "conflict");

      const send = { draftId: draft["id"] };
      const responses = yield* Effect.all(
        [session, other].map(({ id, call }) => call("POST", `/v1/embed/send/${id}/send`, send)),
        { concurrency: "unbounded" },
      );
      assert.sameMembers(
        responses.map(({ status }) => status),
        [200, 201],
      );
      const [one, two] = responses.map((each) => fieldsOf(each)["id"]);
      assert.strictEqual(one, two);
      assert.deepInclude(
        fieldsOf(yield* callAsIntegrator("GET", `/v1/signature-drafts/${String(draft["id"])}`)),
        { signatureId: one },
      );
      assert.isNull(fieldsOf(yield* session.call("GET", path))["draft"]);
    }),
  );

  it.effect("cannot read, change or send what belongs to other renders", () =>
    Effect.gen(function* () {
      const own = yield* openSend;
      const other = yield* openSend;
      const { id: draftId } = fieldsOf(yield* other.save(signatureOf(other.renderId)));
      for (const refusal of [
        yield* own.session.call("GET", other.path),
        yield* own.session.call("POST", `${own.path}/send`, { draftId }),
        yield* own.save({ renderId: own.renderId }, { draftId }),
      ])
        assert.strictEqual(refusal.status, 404, refusal.text);
      const moved = yield* own.save({ renderId: other.renderId });
      assert.deepStrictEqual(issuePaths(moved), ["request.renderId"]);

      const fill = yield* openSession({ scope: { mode: "create" } });
      const path = `/v1/embed/send/${fill.id}`;
      assert.strictEqual(codeForPath(path, yield* fill.call("GET", path)), "wrong_mode");
      const denied = yield* openSession({
        scope: { mode: "send", renderId: own.renderId },
        permissions: { send: false },
      });
      const refused = yield* denied.call("GET", `/v1/embed/send/${denied.id}`);
      assert.strictEqual(codeOf(refused), "permission_denied");
    }),
  );

  it.effect("report the problems of a request under their paths", () =>
    Effect.gen(function* () {
      const { renderId, session, path, save } = yield* openSend;
      const recipients = [{ firstName: "Ada", email: "ada" }];
      const { id: draftId } = fieldsOf(yield* save({ renderId, recipients, fields: [] }));
      const refusal = yield* session.call("POST", `${path}/send`, { draftId });
      assert.strictEqual(codeOf(refusal), "invalid_request");
      assert.include(issuePaths(refusal), "recipients.0.email");
    }),
  );
});
