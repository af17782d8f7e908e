import { assert, layer } from "@effect/vitest";
import { AuditLog } from "@paraph/core/audit";
import { Effect, Predicate } from "effect";
import { SqlClient } from "effect/sql";

import { ApiServer, apiServer } from "../_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../_testing/body.ts";
import {
  ask,
  inviteMember,
  invitationTo,
  linkOf,
  openConsoleSession,
  OWN_PAGE,
  signedInMember,
  signInEmailTo,
  signInWith,
} from "../_testing/console_visit.ts";
import { callAs } from "../_testing/embedding.ts";
import type { RawResponse } from "../_testing/http_client.ts";

const outcome = (response: RawResponse) => [response.status, codeOf(response)];
const REFUSED: ReturnType<typeof outcome> = [401, "unauthorized"];
const LAST_OWNER: ReturnType<typeof outcome> = [409, "conflict"];

const membersOf = Effect.fnUntraced(function* (accountKey: string) {
  const { members } = fieldsOf(yield* callAs(accountKey, "GET", "/v1/members"));
  return Array.isArray(members) ? members.filter(Predicate.isObject) : [];
});

const memberOf = Effect.fnUntraced(function* (accountKey: string, id: string) {
  return (yield* membersOf(accountKey)).find((member) => member["id"] === id);
});

const requestEmail = (email: unknown) =>
  ask("POST", "/console/sign-in-emails", OWN_PAGE, { email });

layer(apiServer, { excludeTestServices: true })("Members of an account", (it) => {
  it.effect("are invited by an email whose link works once and opens a session", () =>
    Effect.gen(function* () {
      const { accountKey, otherAccountKey } = yield* ApiServer;
      const response = yield* callAs(accountKey, "POST", "/v1/members", {
        email: "Ada@Example.com",
        role: "owner",
        name: "Ada",
        language: "de",
      });
      assert.strictEqual(response.status, 201, response.text);
      const { id, createdAt, invitation, ...member } = fieldsOf(response);
      assert.deepEqual(member, {
        email: "ada@example.com",
        name: "Ada",
        role: "owner",
        language: "de",
        status: "invited",
        lastSignedInAt: null,
      });
      assert.match(String(createdAt), /Z$/u);
      assert.isNotNull(invitation);
      const email = yield* invitationTo("ada@example.com");
      assert.strictEqual(email.letter.greeting, "Guten Tag Ada,");
      assert.include(email.letter.opening, "eingeladen");
      const link = linkOf(email);
      const { headers } = yield* openConsoleSession({ link });
      assert.deepEqual(outcome(yield* signInWith({ link })), REFUSED);
      assert.strictEqual((yield* ask("GET", "/v1/projects", headers)).status, 200);

      const after = yield* memberOf(accountKey, String(id));
      assert.deepInclude(after, { status: "active", invitation: null });
      assert.isEmpty(yield* membersOf(otherAccountKey));
      const shown = yield* ask("GET", "/console/sessions", headers);
      assert.include(shown.text, '"role":"owner"');
      const { entries } = yield* (yield* AuditLog).list("all", { action: "console.signed_in" });
      assert.deepInclude(entries[0]!, {
        actorKind: "member",
        actorId: String(id),
        details: { method: "email" },
      });
    }),
  );

  it.effect("have one member for an address, in any case, and at most one for a key", () =>
    Effect.gen(function* () {
      const { accountKey, otherAccountKey } = yield* ApiServer;
      const body = { email: "twice@example.com", role: "viewer" };
      const invite = (email: string, headers = {}) =>
        callAs(accountKey, "POST", "/v1/members", { ...body, email }, headers);
      const results = yield* Effect.forEach(
        ["twice@example.com", "TWICE@example.com", "twice@EXAMPLE.com"],
        (email) => invite(email),
        { concurrency: "unbounded" },
      );
      assert.deepEqual(
        results.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 409, 409],
      );
      const keyed = { "idempotency-key": "one" };
      const replays = yield* Effect.all(
        [invite("keyed@example.com", keyed), invite("keyed@example.com", keyed)],
        { concurrency: "unbounded" },
      );
      assert.deepEqual(
        replays.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 201],
      );
      // The same person in another account is another member.
      const other = yield* callAs(otherAccountKey, "POST", "/v1/members", body);
      assert.strictEqual(other.status, 201, other.text);
    }),
  );

  it.effect("are invalid with every problem under its path", () =>
    Effect.gen(function* () {
      const { accountKey } = yield* ApiServer;
      const bad = {
        email: "ada@example.com\r\nBcc: x@y.z",
        role: "admin",
        name: "",
        language: "x",
      };
      const response = yield* callAs(accountKey, "POST", "/v1/members", bad);
      assert.deepEqual([...issuePaths(response)].toSorted(), ["email", "language", "name", "role"]);
      for (const id of ["x", "%00", "0198c0de-7f00-7abc-8def-0123456789ab"]) {
        const path = `/v1/members/${id}`;
        for (const method of ["PATCH", "DELETE"]) {
          const { status } = yield* callAs(accountKey, method, path, {});
          assert.strictEqual(status, 404, `${method} ${id}`);
        }
      }
    }),
  );

  it.effect("of another account are not found", () =>
    Effect.gen(function* () {
      const { accountKey, otherAccountKey } = yield* ApiServer;
      const { id } = yield* inviteMember(accountKey, "mine@example.com", "viewer");
      const path = `/v1/members/${id}`;
      const as = (method: string, to: string) => callAs(otherAccountKey, method, to, {});
      assert.strictEqual((yield* as("PATCH", path)).status, 404);
      assert.strictEqual((yield* as("DELETE", path)).status, 404);
      assert.strictEqual((yield* as("POST", `${path}/invitation`)).status, 404);
      assert.isDefined(yield* memberOf(accountKey, id));
    }),
  );

  it.effect("get a new invitation, which ends the earlier link, until they have signed in", () =>
    Effect.gen(function* () {
      const { accountKey } = yield* ApiServer;
      const email = "again@example.com";
      const { id, link } = yield* inviteMember(accountKey, email, "viewer");
      const first = yield* invitationTo(email);
      const path = `/v1/members/${id}/invitation`;
      assert.strictEqual((yield* callAs(accountKey, "POST", path)).status, 202);
      assert.deepEqual(outcome(yield* signInWith({ link })), REFUSED);
      yield* openConsoleSession({ link: linkOf(yield* invitationTo(email, first.id)) });
      assert.deepEqual(outcome(yield* callAs(accountKey, "POST", path)), [409, "conflict"]);
    }),
  );

  it.effect("sign in with a link from the sign-in page, and only the newest use counts", () =>
    Effect.gen(function* () {
      const { accountKey } = yield* ApiServer;
      const email = "return@example.com";
      const { id } = yield* signedInMember(accountKey, email, "viewer");
      const known = yield* requestEmail("Return@Example.com");
      const unknown = yield* requestEmail("nobody@example.com");
      assert.strictEqual(known.status, 202, known.text);
      assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
      const first = yield* signInEmailTo(email);
      yield* requestEmail(email);
      const second = yield* signInEmailTo(email, first.id);
      yield* openConsoleSession({ link: linkOf(second) });
      // The other link of the member ends with the sign-in.
      assert.deepEqual(outcome(yield* signInWith({ link: linkOf(first) })), REFUSED);
      assert.deepInclude(yield* memberOf(accountKey, id), { status: "active" });
      assert.strictEqual((yield* requestEmail("no address")).status, 400);
      const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
      const forged = yield* ask("POST", "/console/sign-in-emails", foreign, { email });
      assert.deepEqual(outcome(forged), [403, "forbidden"]);
    }),
  );

  it.effect("lose their sessions with a lower role, and keep them with a higher one", () =>
    Effect.gen(function* () {
      const { accountKey } = yield* ApiServer;
      yield* signedInMember(accountKey, "boss@example.com", "owner");
      const { id, headers } = yield* signedInMember(accountKey, "move@example.com", "editor");
      const setRole = (role: string) => callAs(accountKey, "PATCH", `/v1/members/${id}`, { role });
      const statusOf = (path: string) => Effect.map(ask("GET", path, headers), (r) => r.status);
      assert.strictEqual(yield* statusOf("/v1/audit"), 403);
      yield* setRole("owner");
      assert.strictEqual(yield* statusOf("/v1/audit"), 200);
      yield* setRole("viewer");
      assert.strictEqual(yield* statusOf("/v1/projects"), 401);
    }),
  );

  it.effect("lose their sessions, links and personal data when they are removed", () =>
    Effect.gen(function* () {
      const { accountKey } = yield* ApiServer;
      const email = "leave@example.com";
      const { id, headers } = yield* signedInMember(accountKey, email, "editor");
      yield* requestEmail(email);
      const link = linkOf(yield* signInEmailTo(email));
      assert.strictEqual((yield* callAs(accountKey, "DELETE", `/v1/members/${id}`)).status, 200);
      assert.deepEqual(outcome(yield* ask("GET", "/v1/projects", headers)), REFUSED);
      assert.deepEqual(outcome(yield* signInWith({ link })), REFUSED);
      const sql = yield* SqlClient.SqlClient;
      const left = yield* sql`
        SELECT 1 FROM members WHERE email = ${email}
        UNION ALL SELECT 1 FROM mails WHERE recipient_email = ${email}`;
      assert.isEmpty(left);
      const { entries } = yield* (yield* AuditLog).list("all", { action: "member.removed" });
      assert.deepInclude(entries[0]!, { targetId: id, details: { role: "editor" } });
      assert.notInclude(JSON.stringify(entries), email);
    }),
  );

  it.effect("include an owner: the last one stays, also when two leave at once", () =>
    Effect.gen(function* () {
      const { otherAccountKey: key } = yield* ApiServer;
      const one = yield* inviteMember(key, "one@example.com", "owner");
      const remove = (id: string) => callAs(key, "DELETE", `/v1/members/${id}`);
      const demote = (id: string) => callAs(key, "PATCH", `/v1/members/${id}`, { role: "editor" });
      assert.deepEqual(outcome(yield* remove(one.id)), LAST_OWNER);
      assert.deepEqual(outcome(yield* demote(one.id)), LAST_OWNER);
      yield* openConsoleSession(one);
      // An owner who has never signed in does not replace one who has.
      const two = yield* inviteMember(key, "two@example.com", "owner");
      assert.deepEqual(outcome(yield* remove(one.id)), LAST_OWNER);
      yield* openConsoleSession(two);
      const results = yield* Effect.all([remove(one.id), demote(two.id)], {
        concurrency: "unbounded",
      });
      assert.deepEqual(
        results.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      );
    }),
  );

  it.effect("act in the audit log under their own id", () =>
    Effect.gen(function* () {
      const { accountKey, project } = yield* ApiServer;
      const { id, headers } = yield* signedInMember(accountKey, "actor@example.com", "owner");
      const inProject = { ...headers, "x-paraph-project": project };
      yield* ask("POST", "/v1/webhooks", inProject, { url: "https://partner.test/" });
      yield* ask("POST", "/v1/members", headers, { email: "new@example.com", role: "viewer" });
      const { list } = yield* AuditLog;
      for (const action of ["webhook.created", "member.invited"]) {
        const { entries } = yield* list("all", { action });
        assert.deepInclude(entries[0]!, { actorKind: "member", actorId: id }, action);
      }
    }),
  );
});
