import { Context, DateTime, Effect, Layer, Option, Predicate, Schema } from "effect";

import { type QueuedEmail, Emails } from "../emails/mod.ts";
import { Engagement, type EngagementEvent } from "../engagement/mod.ts";
import { IdempotencyStore, keyedRequest } from "../idempotency/mod.ts";
import { type RenderRef, Renders } from "../renders/mod.ts";
import {
  type Conflict,
  type InvalidRequest,
  NotFound,
  type Page,
  pageOf,
  pageRequest,
  type ProjectId,
  PublicUrls,
  ShareId,
  type Timestamp,
  Transaction,
  ReadReplica,
} from "../values/mod.ts";
import { EmailSendFailed } from "./errors.ts";
import type {
  CreateShare,
  EmailedRender,
  EmailRender,
  RevokedReason,
  RevokedShare,
  Share,
  SharePage,
  ShareQuery,
} from "./share.ts";
import { emailCause, shareCreation, shareEvent } from "./share_creation.ts";
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

/** The page of a list. */
type PagePart = Pick<ShareQuery, "limit" | "cursor">;

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
      const keys = yield* IdempotencyStore;
      const transaction = yield* Transaction;
      const createOnce = yield* shareCreation;
      const { share: base } = yield* PublicUrls;

      const findRender = (projectId: ProjectId, ref: RenderRef) =>
        Predicate.isString(ref) ? renders.get(projectId, ref) : Effect.succeed(ref);

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
        yield* emails.cancel(emailCause(id));
        if (!(yield* store.revoke(renderId, id, { at: revokedAt, reason }))) return false;
        yield* engagement.record(shareEvent("share_revoked", share));
        return true;
      });

      /** Revokes the share of an email that could not be sent; `false` if the email was sent. */
      const giveUp = Effect.fnUntraced(function* (share: StoredShare, { status }: QueuedEmail) {
        if (status === "queued" && !(yield* emails.cancel(emailCause(share.id)))) return false;
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
          const attempt = yield* emails.awaitAttempt(emailCause(share.id), SEND_TIMEOUT);
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

      const loadEvents = Effect.fnUntraced(function* (
        projectId: ProjectId,
        shareId: string,
        query: PagePart,
      ) {
        const found = isShareId(shareId)
          ? yield* store.findOfProject(projectId, shareId)
          : Option.none();
        const share = yield* Effect.fromOption(found, () => NotFound.of("share"));
        const page = pageRequest(query);
        return pageOf(yield* engagement.ofShare(share.renderId, share.id, page), page.limit);
      });

      const events = Effect.fn("Shares.events")(
        (projectId: ProjectId, shareId: string, query: PagePart) =>
          replica.read(loadEvents(projectId, shareId, query)),
      );

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
