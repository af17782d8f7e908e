import { Context, Data, DateTime, Effect, Layer, Option, Schema } from "effect";
import { Digest } from "effect/crypto";

import { Partners, PartnerStore, type PartnerSuspended } from "../../admin/mod.ts";
import { AuditLog, type AuditNotes } from "../../audit/mod.ts";
import { idempotent, keyedRequest } from "../../idempotency/mod.ts";
import { InvalidCredentials } from "../../keys/mod.ts";
import { type Branding, NO_BRANDING, projectLanguage, ProjectStore } from "../../projects/mod.ts";
import { Templates } from "../../templates/mod.ts";
import {
  EmbedSessionId,
  InvalidRequest,
  newRow,
  newSecret,
  NotFound,
  type ProjectId,
  PublicUrls,
  type Timestamp,
  withRandom,
} from "../../values/mod.ts";
import { Catalogs } from "../catalogs/catalogs.ts";
import { type CatalogNotFound, RefreshFailed } from "../errors.ts";
import { type CallingPage, mayUseToken } from "./calling_page.ts";
import type { SessionMode } from "./permission.ts";
import type {
  Appearance,
  CreateSession,
  EmbedContext,
  EmbedSession,
  LiveSession,
  StoredSession,
} from "./session.ts";
import {
  canRenew,
  expiryFrom,
  deletableBefore,
  isLive,
  isRenewToken,
  renewToken,
} from "./session_life.ts";
import { EmbedSessionStore } from "./session_store.ts";
import { sessionProblems, sessionTerms } from "./session_terms.ts";
import { TokenSigner } from "./token_signer.ts";

/** The part of a session that the server of a page reads. The server never gets the token. */
export interface SessionFrame {
  readonly isOver: boolean;
  /** The origins whose pages may frame it. */
  readonly allowedOrigins: ReadonlyArray<string>;
  readonly appearance: Appearance;
  readonly branding: Branding;
}

/** A created or renewed session; a replay has no renew token. */
interface IssuedSession {
  readonly id: EmbedSessionId;
  readonly session: StoredSession;
  readonly issuedAt: Timestamp;
  readonly token: string | null;
}

/** A renew token was used a second time: the session must end. */
class RenewTokenReused extends Data.TaggedError("renew_token_reused")<{
  readonly sessionId: EmbedSessionId;
}> {}

/** Creates, renews, ends and authenticates sessions of integrators' users (contract §9). */
export class EmbedSessions extends Context.Service<
  EmbedSessions,
  {
    /** Creates a session, once per idempotency key. A replay has no renew token. */
    readonly create: (
      project: ProjectId,
      request: CreateSession,
      idempotencyKey?: string,
    ) => Effect.Effect<
      EmbedSession,
      InvalidRequest | CatalogNotFound | InvalidCredentials | PartnerSuspended | NotFound
    >;
    /**
     * Renews a session, once per renew token. A second use of a token ends the session, unless it is
     * an idempotent replay. A replay has no renew token.
     */
    readonly refresh: (
      project: ProjectId,
      renewToken: string,
      idempotencyKey?: string,
    ) => Effect.Effect<EmbedSession, RefreshFailed | InvalidCredentials | PartnerSuspended>;
    /** Ends a session. Does nothing to one that has ended or expired. */
    readonly end: (project: ProjectId, id: string) => Effect.Effect<void, NotFound>;
    /** The live session of a token, if the page may use the token. */
    readonly authenticate: (
      token: string,
      page: CallingPage,
    ) => Effect.Effect<LiveSession, InvalidCredentials | PartnerSuspended>;
    readonly context: (session: LiveSession) => Effect.Effect<EmbedContext>;
    /** The frame of a session that exists or existed. */
    readonly frame: (id: string) => Effect.Effect<Option.Option<SessionFrame>>;
    /** Whether any integrator allows an origin. */
    readonly knowsOrigin: (origin: string) => Effect.Effect<boolean>;
  }
>()("@paraph/core/embed/EmbedSessions") {
  static readonly layer = Layer.effect(
    EmbedSessions,
    Effect.gen(function* () {
      const store = yield* EmbedSessionStore;
      const projects = yield* ProjectStore;
      const audit = yield* AuditLog;
      const runOnce = yield* idempotent;
      const partners = yield* Partners;
      const { knowsOrigin } = yield* PartnerStore;
      const catalogs = yield* Catalogs;
      const templates = yield* Templates;
      const signer = yield* TokenSigner;
      const digest = yield* Digest.Digest;
      const row = yield* withRandom(newRow);
      const secret = yield* withRandom(newSecret);
      const { embed } = yield* PublicUrls;
      const hashOf = (token: string) =>
        digest.digest(Digest.sha256, new TextEncoder().encode(token));

      /** A new renew token and its hash. */
      const newToken = Effect.gen(function* () {
        const token = renewToken(yield* secret);
        return { token, sha256: yield* hashOf(token) };
      });

      /** A session in the form of the API, with a session token for the integrator's pages. */
      const issue = Effect.fnUntraced(function* (
        { session, issuedAt, token }: IssuedSession,
        origins: ReadonlyArray<string>,
      ) {
        const { id, expiresAt, projectId, tenant, actor, scope, permissions } = session;
        const terms = { projectId, tenant, actor, scope, permissions };
        const sessionToken = yield* signer.sign({
          sessionId: id,
          origins,
          issuedAt,
          expiresAt,
          ...terms,
        });
        const page = PAGES[scope.mode];
        return {
          session_id: id,
          session_token: sessionToken,
          iframe_url: `${embed}/${page}?session=${id}#token=${sessionToken}`,
          expires_at: expiresAt,
          renew_token: token,
        };
      });

      /** The current state of a session that an earlier request created or renewed. */
      const findIssued = Effect.fnUntraced(function* (
        projectId: ProjectId,
        id: string,
      ): Effect.fn.Return<IssuedSession, NotFound> {
        const ownSession = Option.filter(
          yield* find(id),
          (session) => session.projectId === projectId,
        );
        const session = yield* Effect.fromOption(ownSession, () => NotFound.of("session"));
        return { id: session.id, session, issuedAt: yield* DateTime.now, token: null };
      });

      const prepare = Effect.fnUntraced(function* (projectId: ProjectId, request: CreateSession) {
        const problems = sessionProblems(request);
        if (problems.length > 0) return yield* InvalidRequest.of(problems);
        const { catalogRef, variableCatalog = null } = request;
        const catalog =
          catalogRef === undefined
            ? variableCatalog
            : yield* catalogs.resolve(projectId, catalogRef);
        const { id, createdAt } = yield* row;
        const session: StoredSession = {
          id: EmbedSessionId.make(id),
          projectId,
          createdAt,
          endedAt: null,
          ...sessionTerms(request, catalog),
          expiresAt: expiryFrom(createdAt),
        };
        return { session, renewal: yield* newToken };
      });

      const create = Effect.fn("EmbedSessions.create")(function* (
        projectId: ProjectId,
        request: CreateSession,
        idempotencyKey?: string,
      ) {
        const { allowedOrigins: origins } = yield* partners.require(projectId);
        const scope = { operation: "embed_sessions.create", within: projectId } as const;
        const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => findIssued(projectId, id),
          prepare: prepare(projectId, request),
          make: Effect.fnUntraced(function* ({ session, renewal: { token, sha256 } }) {
            yield* store.add(session);
            yield* store.addToken(session.id, sha256);
            return { id: session.id, session, issuedAt: session.createdAt, token };
          }),
        });
        if (!replayed) yield* store.sweep(deletableBefore(value.issuedAt));
        return yield* issue(value, origins);
      });

      /** Exchanges a renew token for a new one, under the lock of the session. */
      const rotate = Effect.fnUntraced(function* (
        projectId: ProjectId,
        usedHash: Uint8Array,
        { token, sha256: next }: Effect.Success<typeof newToken>,
      ): Effect.fn.Return<IssuedSession, RefreshFailed | RenewTokenReused> {
        const owner = yield* store.findToken(usedHash);
        if (Option.isNone(owner)) return yield* RefreshFailed.now;
        const lockedSession = yield* store.lock(owner.value.sessionId);
        const now = yield* DateTime.now;
        const ownSession = Option.filter(
          lockedSession,
          (session) => session.projectId === projectId,
        );
        if (Option.isNone(ownSession) || !canRenew(ownSession.value, now))
          return yield* RefreshFailed.now;
        const { id } = ownSession.value;
        // Reads the token again: another request may have used it before this one acquired the lock.
        const { isSpent } = Option.getOrThrow(yield* store.findToken(usedHash));
        if (isSpent) return yield* new RenewTokenReused({ sessionId: id });
        const expiresAt = expiryFrom(now);
        yield* store.spendToken(usedHash, now);
        yield* store.addToken(id, next);
        yield* store.extend(id, expiresAt);
        return { id, session: { ...ownSession.value, expiresAt }, issuedAt: now, token };
      });

      const refresh = Effect.fn("EmbedSessions.refresh")(function* (
        project: ProjectId,
        token: string,
        idempotencyKey?: string,
      ) {
        const { allowedOrigins: origins } = yield* partners.require(project);
        const usedHash = isRenewToken(token) ? hashOf(token) : Effect.fail(RefreshFailed.now);
        const scope = { operation: "embed_sessions.refresh", within: project } as const;
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) => Effect.mapError(findIssued(project, id), () => RefreshFailed.now),
          prepare: Effect.all([usedHash, newToken]),
          make: ([token, renewal]) => rotate(project, token, renewal),
        }).pipe(
          // The transaction was rolled back, so the session is ended in another one.
          Effect.catchTag("renew_token_reused", ({ sessionId }) =>
            Effect.andThen(
              endAndRecord(project, sessionId, { reason: "renew_token_reused" }),
              Effect.fail(RefreshFailed.now),
            ),
          ),
        );
        return yield* issue(value, origins);
      });

      /** Ends a session and records that in the audit log; whether the project has such a session. */
      const endAndRecord = Effect.fnUntraced(function* (
        projectId: ProjectId,
        id: EmbedSessionId,
        details: AuditNotes = {},
      ) {
        const endSession = store.end(projectId, id, yield* DateTime.now);
        return yield* audit.recording(endSession, (hasEnded) =>
          hasEnded
            ? {
                action: "embed_session.ended",
                projectId,
                details,
                target: { kind: "embed_session", id },
              }
            : undefined,
        );
      });

      const end = Effect.fn("EmbedSessions.end")(function* (project: ProjectId, id: string) {
        const isKnown = isSessionId(id) && (yield* endAndRecord(project, id));
        yield* isKnown ? Effect.void : NotFound.of("session");
      });

      const find = (id: string) =>
        isSessionId(id) ? store.find(id) : Effect.succeed(Option.none<StoredSession>());

      const authenticate = Effect.fn("EmbedSessions.authenticate")(function* (
        token: string,
        page: CallingPage,
      ) {
        const claims = yield* signer.verify(token);
        if (Option.isNone(claims)) return yield* InvalidCredentials.badSession;
        const now = yield* DateTime.now;
        const storedSession = yield* store.find(claims.value.sessionId);
        const live = Option.filter(storedSession, (session) => isLive(session, now));
        if (Option.isNone(live)) return yield* InvalidCredentials.badSession;
        const { allowedOrigins } = yield* partners.require(live.value.projectId);
        if (!mayUseToken(page, { token: claims.value.origins, allowed: allowedOrigins })) {
          return yield* InvalidCredentials.badSession;
        }
        return { ...live.value, allowedOrigins };
      });

      /** The template of a session that fills in a form or views a template. */
      const contextTemplate = Effect.fnUntraced(function* ({ projectId, scope }: LiveSession) {
        const { mode, templateExternalId } = scope;
        if (templateExternalId === undefined || (mode !== "fill" && mode !== "view")) return null;
        const pinnedTemplate = yield* templates.current(projectId, templateExternalId);
        if (Option.isNone(pinnedTemplate)) return null;
        const { template, version } = pinnedTemplate.value;
        const { id, name, slug } = template;
        return { id, name, slug, versionNumber: version.versionNumber, manifest: version.manifest };
      });

      const context = Effect.fn("EmbedSessions.context")(function* (session: LiveSession) {
        const { id: sessionId, projectId, createdAt: _, endedAt: __, form, ...terms } = session;
        const settings = yield* projects.findBranding(projectId);
        return {
          ...terms,
          sessionId,
          projectLanguage: projectLanguage(settings),
          form: session.scope.mode === "fill" ? form : null,
          template: yield* contextTemplate(session),
        };
      });

      const frame = Effect.fn("EmbedSessions.frame")(function* (id: string) {
        const session = yield* find(id);
        if (Option.isNone(session)) return Option.none();
        const { projectId, appearance } = session.value;
        const isOver = !isLive(session.value, yield* DateTime.now);
        const partner = yield* Effect.option(partners.require(projectId));
        const allowedOrigins = Option.match(partner, {
          onNone: () => [],
          onSome: (value) => value.allowedOrigins,
        });
        const found = yield* projects.findBranding(projectId);
        const { branding } = Option.getOrElse(found, () => ({ branding: NO_BRANDING }));
        return Option.some({ isOver, allowedOrigins, appearance, branding });
      });

      return EmbedSessions.of({ create, refresh, end, authenticate, context, frame, knowsOrigin });
    }),
  );
}

/** The last segment of the page's URL for each mode. */
const PAGES: Readonly<Record<SessionMode, string>> = {
  edit: "builder",
  create: "builder",
  view: "builder",
  fill: "form",
  send: "send",
};

const isSessionId = Schema.is(EmbedSessionId);
