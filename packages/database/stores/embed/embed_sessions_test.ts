import { assert, layer } from "@effect/vitest";
import { Admin, PartnerStore } from "@paraph/core/admin";
import { type EmbedSession, EmbedSessions } from "@paraph/core/embed";
import { Projects } from "@paraph/core/projects";
import { Slug } from "@paraph/core/values";
import { DateTime, Effect, Option } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import { createProject, createVersion } from "../../testing/mod.ts";
import { embedServices, newIntegrator, ORIGINS, tagOf, TENANT_AND_ACTOR } from "./embed_fixture.ts";

const OWN = { kind: "own" } as const;
const CONCURRENCY = 20;

/** The renew token of a session that was just opened or renewed. */
const renewTokenOf = ({ renew_token }: EmbedSession) =>
  renew_token ?? assert.fail("The session has no renew token");

layer(embedServices, { excludeTestServices: true, timeout: "60 seconds" })(
  "EmbedSessions",
  (it) => {
    it.effect("a token is valid from the integrator's pages, and from no others", () =>
      Effect.gen(function* () {
        const { create, authenticate } = yield* EmbedSessions;
        const { projectId } = yield* newIntegrator;
        const session = yield* create(projectId, TENANT_AND_ACTOR);
        assert.match(renewTokenOf(session), /^ert_[A-Za-z0-9_-]{43}$/);
        const { session_id: id, session_token: token } = session;
        assert.strictEqual(
          session.iframe_url,
          `https://paraph.test/embed/builder?session=${id}#token=${token}`,
        );
        for (const page of [
          OWN,
          ...ORIGINS.map((origin) => ({ kind: "partner", origin }) as const),
        ]) {
          const live = yield* authenticate(token, page);
          assert.deepInclude(live, {
            id,
            projectId,
            allowedOrigins: ORIGINS,
            scope: { mode: "create" },
          });
        }
        const otherPage = { kind: "partner", origin: "https://evil.example" } as const;
        for (const page of [otherPage, { kind: "unknown" } as const]) {
          assert.strictEqual(yield* tagOf(authenticate(token, page)), "invalid_credentials");
        }
        assert.strictEqual(yield* tagOf(authenticate(`${token}x`, OWN)), "invalid_credentials");
      }),
    );

    it.effect("changes to an integrator take effect at once", () =>
      Effect.gen(function* () {
        const { create, authenticate, knowsOrigin, frame } = yield* EmbedSessions;
        const { change } = yield* Admin;
        const { projectId, externalOrgId, accountId } = yield* newIntegrator;
        const origin = `https://only.${externalOrgId}.example`;
        yield* change({ externalOrgId, allowedOrigins: [origin, "https://c.example"] });
        const { session_token: token, session_id: id } = yield* create(projectId, TENANT_AND_ACTOR);
        const page = { kind: "partner", origin } as const;
        yield* authenticate(token, page);
        assert.isTrue(yield* knowsOrigin(origin));
        yield* change({ externalOrgId, allowedOrigins: ["https://c.example"] });
        assert.strictEqual(yield* tagOf(authenticate(token, page)), "invalid_credentials");
        assert.isFalse(yield* knowsOrigin(origin));
        yield* authenticate(token, OWN);
        // No origin that may frame the page is allowed both now and by the token.
        yield* change({ externalOrgId, allowedOrigins: ["https://d.example"] });
        assert.strictEqual(yield* tagOf(authenticate(token, OWN)), "invalid_credentials");
        yield* change({ externalOrgId, allowedOrigins: [origin], suspended: true });
        assert.strictEqual(yield* tagOf(authenticate(token, page)), "partner_suspended");
        assert.strictEqual(yield* tagOf(create(projectId, TENANT_AND_ACTOR)), "partner_suspended");
        yield* change({ externalOrgId, suspended: false, embedEnabled: false });
        assert.strictEqual(yield* tagOf(authenticate(token, page)), "invalid_credentials");
        assert.isFalse(yield* knowsOrigin(origin));
        assert.deepInclude(Option.getOrThrow(yield* frame(id)), {
          isOver: false,
          allowedOrigins: [],
        });
        yield* change({ externalOrgId, embedEnabled: true });
        yield* authenticate(token, page);
        yield* (yield* Projects).remove(accountId, projectId);
        assert.strictEqual(yield* tagOf(authenticate(token, page)), "invalid_credentials");
        assert.isFalse(yield* knowsOrigin(origin));
      }),
    );

    it.effect("renewing extends a session, and uses up the renew token", () =>
      Effect.gen(function* () {
        const { create, refresh, authenticate } = yield* EmbedSessions;
        const { projectId } = yield* newIntegrator;
        const first = yield* create(projectId, TENANT_AND_ACTOR);
        const second = yield* refresh(projectId, renewTokenOf(first));
        assert.strictEqual(second.session_id, first.session_id);
        assert.notStrictEqual(renewTokenOf(second), renewTokenOf(first));
        assert.isTrue(DateTime.isGreaterThanOrEqualTo(second.expires_at, first.expires_at));
        // The earlier token is valid until its expiry, while the session is.
        yield* authenticate(first.session_token, OWN);
        yield* authenticate(second.session_token, OWN);
        const third = yield* refresh(projectId, renewTokenOf(second));
        // A used token may have been copied: the session ends.
        assert.strictEqual(yield* tagOf(refresh(projectId, renewTokenOf(first))), "refresh_failed");
        for (const { session_token } of [first, second, third]) {
          assert.strictEqual(yield* tagOf(authenticate(session_token, OWN)), "invalid_credentials");
        }
        assert.strictEqual(yield* tagOf(refresh(projectId, renewTokenOf(third))), "refresh_failed");
      }),
    );

    it.effect(
      `one of ${CONCURRENCY} concurrent renewals with one token succeeds, and the session ends`,
      () =>
        Effect.gen(function* () {
          const { create, refresh, authenticate, frame } = yield* EmbedSessions;
          const { projectId } = yield* newIntegrator;
          const session = yield* create(projectId, TENANT_AND_ACTOR);
          const { session_id } = session;
          const results = yield* Effect.all(
            Array.from({ length: CONCURRENCY }, () =>
              Effect.option(refresh(projectId, renewTokenOf(session))),
            ),
            { concurrency: "unbounded" },
          );
          const [winner, ...others] = results.filter(Option.isSome);
          assert.deepStrictEqual(others, []);
          const renewal = Option.getOrThrow(winner ?? Option.none());
          const { session_token } = renewal;
          assert.strictEqual(yield* tagOf(authenticate(session_token, OWN)), "invalid_credentials");
          assert.strictEqual(
            yield* tagOf(refresh(projectId, renewTokenOf(renewal))),
            "refresh_failed",
          );
          assert.isTrue(Option.getOrThrow(yield* frame(session_id)).isOver);
        }),
    );

    it.effect("another project can neither renew, spend nor end a session", () =>
      Effect.gen(function* () {
        const { create, refresh, end, authenticate } = yield* EmbedSessions;
        const { projectId } = yield* newIntegrator;
        const { projectId: other } = yield* newIntegrator;
        const session = yield* create(projectId, TENANT_AND_ACTOR);
        for (const _ of [1, 2]) {
          assert.strictEqual(yield* tagOf(refresh(other, renewTokenOf(session))), "refresh_failed");
        }
        assert.strictEqual(yield* tagOf(end(other, session.session_id)), "not_found");
        yield* authenticate(session.session_token, OWN);
        const next = renewTokenOf(yield* refresh(projectId, renewTokenOf(session)));
        for (const wrong of ["ert_", `ert_${"a".repeat(43)}`, next.slice(0, -1)]) {
          assert.strictEqual(yield* tagOf(refresh(projectId, wrong)), "refresh_failed");
        }
      }),
    );

    it.effect("an ended session stops at once and permanently", () =>
      Effect.gen(function* () {
        const { create, refresh, end, authenticate, frame } = yield* EmbedSessions;
        const { projectId } = yield* newIntegrator;
        const session = yield* create(projectId, TENANT_AND_ACTOR);
        yield* end(projectId, session.session_id);
        yield* end(projectId, session.session_id);
        assert.strictEqual(
          yield* tagOf(authenticate(session.session_token, OWN)),
          "invalid_credentials",
        );
        assert.strictEqual(
          yield* tagOf(refresh(projectId, renewTokenOf(session))),
          "refresh_failed",
        );
        const frames = yield* frame(session.session_id);
        assert.deepInclude(Option.getOrThrow(frames), { isOver: true, allowedOrigins: ORIGINS });
        assert.isTrue(Option.isNone(yield* frame("nothing")));
        assert.strictEqual(yield* tagOf(end(projectId, "nothing")), "not_found");
      }),
    );

    it.effect("contradictory requests are refused, and unknown catalogs", () =>
      Effect.gen(function* () {
        const { create } = yield* EmbedSessions;
        const { projectId } = yield* newIntegrator;
        const variableCatalog = { allowCustom: false, namespaces: [], loops: [] };
        const request = {
          ...TENANT_AND_ACTOR,
          scope: { mode: "fill" } as const,
          variableCatalog,
          catalogRef: { name: "none" },
        };
        const error = yield* Effect.flip(create(projectId, request));
        assert.isTrue(error._tag === "invalid_request");
        if (error._tag === "invalid_request") {
          assert.hasAllKeys(error.issues.fieldErrors, ["scope.templateExternalId", "catalogRef"]);
        }
        const unknown = { ...TENANT_AND_ACTOR, catalogRef: { name: "none" } };
        assert.strictEqual(yield* tagOf(create(projectId, unknown)), "catalog_not_found");
        const otherProject = yield* createProject;
        assert.strictEqual(
          yield* tagOf(create(otherProject, TENANT_AND_ACTOR)),
          "invalid_credentials",
        );
      }),
    );

    it.effect("the pages of a form receive its data, those of a builder do not", () =>
      Effect.gen(function* () {
        const { create, authenticate, context } = yield* EmbedSessions;
        const { projectId } = yield* newIntegrator;
        const { templateId } = yield* createVersion(projectId, Slug.make("greeting"));
        const contextOf = Effect.fnUntraced(function* (mode: "fill" | "edit", template: string) {
          const scope = { mode, templateExternalId: template };
          const form = { prefill: { name: "Ada" }, showPreview: false, redirectUrl: null };
          const { session_token, iframe_url } = yield* create(projectId, {
            ...TENANT_AND_ACTOR,
            scope,
            form,
          });
          const live = yield* authenticate(session_token, OWN);
          return { ...(yield* context(live)), iframe_url };
        });
        const fillContext = yield* contextOf("fill", templateId.toUpperCase());
        assert.match(fillContext.iframe_url, /\/form\?session=/);
        assert.deepInclude(fillContext.template, {
          id: templateId,
          slug: Slug.make("greeting"),
          versionNumber: 1,
        });
        assert.deepInclude(fillContext.form, { prefill: { name: "Ada" }, showPreview: false });
        assert.isTrue(fillContext.permissions.submitForm);
        const editContext = yield* contextOf("edit", templateId);
        assert.deepInclude(editContext, { form: null, template: null });
        const otherTemplate = yield* createVersion(yield* createProject, Slug.make("foreign"));
        for (const template of [otherTemplate.templateId, "none"]) {
          assert.isNull((yield* contextOf("fill", template)).template);
        }
      }),
    );

    it.effect("stores neither tokens nor renew tokens", () =>
      Effect.gen(function* () {
        const { create } = yield* EmbedSessions;
        const { projectId } = yield* newIntegrator;
        const session = yield* create(projectId, TENANT_AND_ACTOR);
        const { session_token } = session;
        const sql = yield* SqlClient.SqlClient;
        const rows = yield* sql<{ readonly kept: string }>`
        SELECT embed_sessions::text || embed_renew_tokens::text AS kept
        FROM embed_sessions
        JOIN embed_renew_tokens ON embed_renew_tokens.session_id = embed_sessions.id
        WHERE project_id = ${projectId}`;
        assert.strictEqual(rows.length, 1);
        assert.notInclude(rows[0]?.kept, renewTokenOf(session));
        assert.notInclude(rows[0]?.kept, `"${session_token}"`);
      }),
    );

    it.effect("pages of suspended integrators are allowed, so that they can read the error", () =>
      Effect.gen(function* () {
        const { knowsOrigin } = yield* PartnerStore;
        const { externalOrgId } = yield* newIntegrator;
        const allowedOrigins = ["https://suspended.example"];
        yield* (yield* Admin).change({ externalOrgId, allowedOrigins, suspended: true });
        assert.isTrue(yield* knowsOrigin("https://suspended.example"));
      }),
    );

    it.effect("a session lasts four hours, can be renewed for a day and is stored for 30", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2126, 4, 4));
        const { create, refresh, authenticate, frame } = yield* EmbedSessions;
        const { projectId } = yield* newIntegrator;
        const first = yield* create(projectId, TENANT_AND_ACTOR);
        yield* TestClock.adjust("239 minutes");
        yield* authenticate(first.session_token, OWN);
        yield* TestClock.adjust("1 minute");
        assert.strictEqual(
          yield* tagOf(authenticate(first.session_token, OWN)),
          "invalid_credentials",
        );
        yield* TestClock.adjust("1439 minutes");
        const second = yield* refresh(projectId, renewTokenOf(first));
        yield* authenticate(second.session_token, OWN);
        yield* TestClock.adjust("28 hours");
        assert.strictEqual(
          yield* tagOf(refresh(projectId, renewTokenOf(second))),
          "refresh_failed",
        );
        yield* TestClock.adjust("28 days");
        yield* create(projectId, TENANT_AND_ACTOR);
        assert.isTrue(Option.isSome(yield* frame(first.session_id)));
        yield* TestClock.adjust("25 hours");
        // Each creation deletes some old sessions, first those of the other tests.
        yield* Effect.repeat(create(projectId, TENANT_AND_ACTOR), { times: 2 });
        assert.isTrue(Option.isNone(yield* frame(first.session_id)));
      }).pipe(Effect.provide(TestClock.layer())),
    );
  },
);
