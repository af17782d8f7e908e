import { Context, DateTime, Effect, Layer, Option, Predicate, Schema } from "effect";

import { emailLanguage, type QueuedEmail, Emails } from "../emails/mod.ts";
import { Engagement, type EngagementEvent, type EngagementType } from "../engagement/mod.ts";
import {
  idempotentInBatches,
  IdempotencyStore,
  type KeyedRequest,
  keyedRequest,
} from "../idempotency/mod.ts";
import { ProjectStore, senderName } from "../projects/mod.ts";
import { pdfFilename, type Render, type RenderRef, Renders, RenderStore } from "../renders/mod.ts";
import { currentTraceParent, inTrace, type TraceParent } from "../telemetry/mod.ts";
import {
  batched,
  Conflict,
  newSecret,
  InvalidRequest,
  type Issue,
  newRow,
  NO_VISITOR,
  NotFound,
  type Page,
  pageOf,
  pageRequest,
  type ProjectId,
  PublicUrls,
  type RenderId,
  ShareId,
  type Timestamp,
  Transaction,
  withRandom,
  ReadReplica,
} from "../values/mod.ts";
import { EmailSendFailed } from "./errors.ts";
import {
  type CreateShare,
  type EmailedRender,
  type EmailRender,
  type RevokedReason,
  type RevokedShare,
  type Share,
  type SharePage,
  type ShareQuery,
  shareToken,
} from "./share.ts";
import { shareLetter } from "./share_letter.ts";
import { type NewShare, ShareStore, type StoredShare } from "./share_store.ts";
import { shareView } from "./share_view.ts";

/** How long `Shares.email` waits for an attempt to send the email. */
const SEND_TIMEOUT = "25 seconds";

/** The result of a request. */
export interface ShareResult<A> {
  readonly value: A;
  /** Whether an earlier request with the same idempotency key created it. */
  readonly replayed: boolean;
}

/** A share to add, as it is stored then. */
interface NewShareOfRender {
  readonly id: ShareId;
  readonly value: StoredShare;
  readonly render: Render;
  readonly recipientName: string | null;
  readonly request: KeyedRequest | undefined;
  /** The span that creates it. */
  readonly traceParent: TraceParent | null;
}

/** The page of a list. */
type PagePart = Pick<ShareQuery, "limit" | "cursor">;

/** Shares that are created together share a transaction. */
const CREATION = { concurrency: 2, atMost: 32 };

const INITIAL_STATE = { clickCount: 0, revokedAt: null, revokedReason: null };

const isShareId = Schema.is(ShareId);

/** Shares renders with recipients. Shares of other projects' renders are not found. */
export class Shares extends Context.Service<
  Shares,
  {
    /** Creates a link; with the channel `email`, a worker emails it. */
    readonly create: (
      project: ProjectId,
      render: RenderRef,
      request: CreateShare,
      idempotencyKey?: string,
    ) => Effect.Effect<ShareResult<Share>, NotFound | Conflict | InvalidRequest>;
    /**
     * Emails a link and waits for the result. After a failure, the email is not retried, the link is
     * revoked, and the idempotency key is released.
     */
    readonly email: (
      project: ProjectId,
      render: RenderRef,
      request: EmailRender,
      idempotencyKey?: string,
    ) => Effect.Effect<
      ShareResult<EmailedRender>,
      NotFound | Conflict | InvalidRequest | EmailSendFailed
    >;
    /** Every share of a render, newest first. */
    readonly list: (
      project: ProjectId,
      renderId: string,
    ) => Effect.Effect<ReadonlyArray<Share>, NotFound>;
    /** Shares of a project, newest first. */
    readonly listOfProject: (project: ProjectId, query: ShareQuery) => Effect.Effect<SharePage>;
    /** What happened through a share, newest first. */
    readonly events: (
      project: ProjectId,
      shareId: string,
      query: PagePart,
    ) => Effect.Effect<Page<EngagementEvent>, NotFound>;
    /** Revokes a share immediately and permanently, and cancels its queued email. */
    readonly revoke: (
      project: ProjectId,
      renderId: string,
      shareId: string,
    ) => Effect.Effect<RevokedShare, NotFound>;
  }
>()("@paraph/core/shares/Shares") {
  static readonly layer = Layer.effect(
    Shares,
    Effect.gen(function* () {
      const store = yield* ShareStore;
      const replica = yield* ReadReplica;
      const renders = yield* Renders;
      const engagement = yield* Engagement;
      const emails = yield* Emails;
      const projects = yield* ProjectStore;
      const keys = yield* IdempotencyStore;
      const transaction = yield* Transaction;
      const runOnce = yield* idempotentInBatches;
      const renderStore = yield* RenderStore;
      const row = yield* withRandom(newRow);
      const secret = yield* withRandom(newSecret);
      const { share: base } = yield* PublicUrls;

      const findRender = (projectId: ProjectId, ref: RenderRef) =>
        Predicate.isString(ref) ? renders.get(projectId, ref) : Effect.succeed(ref);

      /** A valid share to add, of a succeeded render. */
      const newShare = Effect.fnUntraced(function* (render: Render, request: CreateShare) {
        const { channel = "link", recipientEmail = null, message = null } = request;
        const { id: newId, createdAt } = yield* row;
        const { expiresAt = null } = request;
        const problems = validateShare(request, createdAt);
        if (problems.length > 0) return yield* InvalidRequest.of(problems);
        if (render.status !== "succeeded") return yield* Conflict.renderNotReady;
        if (render.encryption === "password") return yield* NEEDS_PASSWORD;
        const share: NewShare = {
          id: ShareId.make(newId),
          renderId: render.id,
          channel,
          recipientEmail,
          message,
          shareToken: shareToken(yield* secret),
          expiresAt,
          createdAt,
        };
        return share;
      });

      const eventOf = (
        eventType: EngagementType,
        { projectId, renderId, id }: Pick<StoredShare, "projectId" | "renderId" | "id">,
      ) =>
        ({
          projectId,
          renderId,
          shareId: id,
          eventType,
          actorKind: "system",
          metadata: null,
          ...NO_VISITOR,
        }) as const;

      const findShare = (renderId: RenderId, id: string) =>
        store
          .find(renderId, ShareId.make(id))
          .pipe(Effect.flatMap(Effect.fromOption(() => NotFound.of("render"))));

      const queueEmail = Effect.fnUntraced(function* (
        { render, recipientName, value: share }: NewShareOfRender,
        templateName: string | null,
      ) {
        const { id, projectId, renderId, recipientEmail, message, expiresAt } = share;
        if (recipientEmail === null) return;
        const { shareUrl } = shareView(share, base);
        const title = titleOf(render, templateName);
        const project = yield* projects.findProject(projectId);
        // The project was deleted since the request was authenticated.
        if (Option.isNone(project)) return;
        const sender = senderName(project.value);
        const language = emailLanguage(project.value.language);
        const content = { language, sender, title, recipientName };
        const letter = shareLetter({ ...content, message, shareUrl, expiresAt });
        const to = { email: recipientEmail, name: recipientName };
        const about = { cause: causeOf(id), projectId, renderId, shareId: id };
        yield* emails.queue({ ...about, to, letter, expiresAt });
      });

      /**
       * Adds shares with their events and emails, except those whose idempotency key has a result. Returns the
       * ids of the results; none for renders that were erased.
       */
      const addAll = Effect.fnUntraced(function* (shares: ReadonlyArray<NewShareOfRender>) {
        const renders = yield* renderStore.lock(shares.map(({ render }) => render.id));
        const candidates = shares.filter(({ render }) => renders.has(render.id));
        const earlier = yield* keys.claimAll(
          candidates.flatMap(({ id, request }) => (request === undefined ? [] : [{ request, id }])),
        );
        const addedShares = candidates.filter(({ id }) => !earlier.has(id));
        if (addedShares.length > 0) {
          yield* store.add(addedShares.map(({ value }) => value));
          yield* engagement.recordAll(
            addedShares.map(({ value, traceParent }) => ({
              ...eventOf("share_created", value),
              traceParent,
            })),
          );
          const emailed = addedShares.filter(({ value }) => value.channel === "email");
          const names =
            emailed.length === 0
              ? new Map<RenderId, string>()
              : yield* store.templateNames(emailed.map(({ render }) => render.id));
          yield* Effect.forEach(
            emailed,
            (share) =>
              inTrace(share.traceParent)(queueEmail(share, names.get(share.render.id) ?? null)),
            { discard: true },
          );
        }
        return shares.map(({ id, render }) =>
          renders.has(render.id) ? Option.some(earlier.get(id) ?? id) : Option.none(),
        );
      }, transaction.run);

      const add = yield* batched(addAll, CREATION);

      const createOnce = Effect.fnUntraced(function* (
        projectId: ProjectId,
        render: Render,
        request: KeyedRequest | undefined,
        input: CreateShare,
        recipientName: string | null = null,
      ) {
        return yield* runOnce(request, {
          replay: (id) => findShare(render.id, id),
          prepare: Effect.gen(function* () {
            const share = yield* newShare(render, input);
            const { id } = share;
            const value: StoredShare = { ...share, projectId, ...INITIAL_STATE };
            const traceParent = yield* currentTraceParent;
            return { id, value, render, recipientName, request, traceParent };
          }),
          commit: (share: NewShareOfRender) =>
            Effect.flatMap(
              add(share),
              Effect.fromOption(() => NotFound.of("render")),
            ),
        });
      });

      const create = Effect.fn("Shares.create")(function* (
        projectId: ProjectId,
        ref: RenderRef,
        input: CreateShare,
        idempotencyKey?: string,
      ) {
        const render = yield* findRender(projectId, ref);
        const scope = { operation: "shares.create", within: render.id } as const;
        const request = keyedRequest(scope, idempotencyKey);
        const { value, replayed } = yield* createOnce(projectId, render, request, input);
        return { value: shareView(value, base), replayed };
      });

      const withdraw = Effect.fnUntraced(function* (
        share: NewShare & { readonly projectId: ProjectId },
        reason: RevokedReason,
        revokedAt: Timestamp,
      ) {
        const { renderId, id } = share;
        // Always changes the email before the share, so that concurrent transactions do not deadlock.
        yield* emails.cancel(causeOf(id));
        if (!(yield* store.revoke(renderId, id, { at: revokedAt, reason }))) return false;
        yield* engagement.record(eventOf("share_revoked", share));
        return true;
      });

      /** Revokes the share of an email that could not be sent; `false` if the email was sent. */
      const giveUp = Effect.fnUntraced(function* (share: StoredShare, { status }: QueuedEmail) {
        if (status === "queued" && !(yield* emails.cancel(causeOf(share.id)))) return false;
        yield* withdraw(share, "email_send_failed", yield* DateTime.now);
        yield* keys.forget("shares.email", share.id);
        return true;
      }, transaction.run);

      /** Waits for a share's email, repeatedly while it is being transmitted. */
      const awaitSent = Effect.fnUntraced(function* (
        share: StoredShare,
      ): Effect.fn.Return<
        QueuedEmail & { readonly sentAt: Timestamp },
        EmailSendFailed | NotFound
      > {
        for (;;) {
          const attempt = yield* emails.awaitAttempt(causeOf(share.id), SEND_TIMEOUT);
          // The document was erased with its emails.
          const queuedEmail = yield* Effect.fromOption(attempt, () => NotFound.of("render"));
          const { sentAt, lastError } = queuedEmail;
          if (sentAt !== null) return { ...queuedEmail, sentAt };
          if (yield* giveUp(share, queuedEmail)) return yield* EmailSendFailed.of(lastError);
        }
      });

      const email = Effect.fn("Shares.email")(function* (
        projectId: ProjectId,
        ref: RenderRef,
        { to, recipientName, ...request }: EmailRender,
        idempotencyKey?: string,
      ) {
        const render = yield* findRender(projectId, ref);
        const scope = { operation: "shares.email", within: render.id } as const;
        const { value, replayed } = yield* createOnce(
          projectId,
          render,
          keyedRequest(scope, idempotencyKey),
          { ...request, channel: "email", recipientEmail: to },
          recipientName,
        );
        const { messageId: emailMessageId, sentAt } = yield* awaitSent(value);
        const { id, shareToken, shareUrl } = shareView(value, base);
        return { value: { id, shareToken, shareUrl, emailMessageId, sentAt }, replayed };
      });

      const list = Effect.fn("Shares.list")(function* (projectId: ProjectId, renderId: string) {
        const stored = yield* replica.read(
          Effect.flatMap(renders.get(projectId, renderId), ({ id }) => store.list(id)),
        );
        return stored.map((share) => shareView(share, base));
      });

      const listOfProject = Effect.fn("Shares.listOfProject")(function* (
        projectId: ProjectId,
        query: ShareQuery,
      ) {
        const page = pageRequest(query);
        const { rows, ...rest } = pageOf(
          yield* replica.read(store.listOfProject(projectId, query, page)),
          page.limit,
        );
        const shares = rows.map(({ filename, templateSlug, ...share }) => ({
          ...shareView(share, base),
          renderId: share.renderId,
          filename,
          templateSlug,
        }));
        return { shares, ...rest };
      });

      const events = Effect.fn("Shares.events")(function* (
        projectId: ProjectId,
        shareId: string,
        query: PagePart,
      ) {
        const load = Effect.gen(function* () {
          const found = isShareId(shareId)
            ? yield* store.findOfProject(projectId, shareId)
            : Option.none();
          const share = yield* Effect.fromOption(found, () => NotFound.of("share"));
          const page = pageRequest(query);
          return pageOf(yield* engagement.ofShare(share.renderId, share.id, page), page.limit);
        });
        return yield* replica.read(load);
      });

      const revoke = Effect.fn("Shares.revoke")(function* (
        projectId: ProjectId,
        renderId: string,
        shareId: string,
      ) {
        const { id } = yield* renders.get(projectId, renderId);
        const storedShare = isShareId(shareId) ? yield* store.find(id, shareId) : Option.none();
        const share = yield* Effect.fromOption(storedShare, () => NotFound.of("share"));
        const revokedAt = yield* DateTime.now;
        const isRevoked = yield* transaction.run(withdraw(share, "revoked_by_partner", revokedAt));
        return isRevoked ? { id: share.id, revokedAt } : yield* NotFound.of("share");
      });

      return Shares.of({ create, email, list, listOfProject, events, revoke });
    }),
  );
}

/** The cause of a share's email, which makes it unique. */
function causeOf(id: ShareId): string {
  return `share:${id}`;
}

/** The title of a document: its file name, the name of its template, or the template's slug. */
export function titleOf(
  { filename, templateSlug }: Pick<Render, "filename" | "templateSlug">,
  templateName: string | null,
): string {
  return filename === null && templateName !== null
    ? templateName
    : pdfFilename(filename, templateSlug).replace(/\.pdf$/, "");
}

/** Problems between the fields of a share. */
function validateShare(
  { channel, recipientEmail, expiresAt }: CreateShare,
  now: Timestamp,
): ReadonlyArray<Issue> {
  const problems: Array<Issue> = [];
  if (channel === "email" && recipientEmail === undefined)
    problems.push({ path: "recipientEmail", message: "Is required when the channel is email" });
  if (expiresAt !== undefined && !DateTime.isGreaterThan(expiresAt, now))
    problems.push({ path: "expiresAt", message: "Is in the past" });
  return problems;
}

const NEEDS_PASSWORD = Conflict.of(
  "A password opens the document of this render, so the share page cannot show it. Give people its download URL",
);
