import { Context, type Effect } from "effect";

import type { AccountId, ProjectId, RenderId, SignatureRequestId } from "../values/mod.ts";
import type { ErasedRecipient } from "./erased_recipient.ts";

/** Renders that are locked until the transaction ends. */
export interface LockedRenders {
  readonly ids: ReadonlyArray<RenderId>;
  /** The renders with an open signature request. */
  readonly open: ReadonlySet<RenderId>;
}

/** A signature request with the recipient. */
export interface SignatureWithEmail {
  readonly id: SignatureRequestId;
  readonly renderId: RenderId;
  readonly isOpen: boolean;
}

/** The ids of webhook events and of engagement events (readings). */
export interface Mentions {
  readonly events: ReadonlyArray<string>;
  readonly readings: ReadonlyArray<string>;
}

/** Erases stored data. Methods that change data run in the open transaction. */
export class ErasureStore extends Context.Service<
  ErasureStore,
  {
    /** Locks existing renders and their related records, except those that another transaction erases. */
    readonly lock: (ids: ReadonlyArray<RenderId>) => Effect.Effect<LockedRenders>;
    /** The given renders that belong to a project. */
    readonly own: (
      project: ProjectId,
      ids: ReadonlyArray<RenderId>,
    ) => Effect.Effect<ReadonlyArray<RenderId>>;
    /** The projects of an account, deleted ones too. */
    readonly projectsOf: (account: AccountId) => Effect.Effect<ReadonlyArray<ProjectId>>;
    /**
     * Erases locked renders with their related records, and queues their files for removal. `false` if there
     * are too many records for one transaction; the renders then stay for the next one.
     */
    readonly eraseRenders: (ids: ReadonlyArray<RenderId>) => Effect.Effect<boolean>;
    /** Renders of a project with the address in their data, shares or emails, oldest first. */
    readonly rendersWithEmail: (
      project: ProjectId,
      email: string,
      behind: RenderId | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<RenderId>>;
    /** Signature requests of a project with a recipient with the address. */
    readonly signaturesWithEmail: (
      project: ProjectId,
      email: string,
    ) => Effect.Effect<ReadonlyArray<SignatureWithEmail>>;
    /**
     * Fails pending rows of bulk requests that contain an address, except those whose signature request exists.
     * Then no other row with the address is sent.
     */
    readonly eraseBulkRows: (project: ProjectId, email: string) => Effect.Effect<number>;
    /** The current position in the event stream. Events that are not visible yet come after it. */
    readonly place: Effect.Effect<string>;
    /**
     * Events and readings that contain an address or belong to shares with it, except those of certain
     * renders; at most `limit` of each.
     */
    readonly findMentions: (
      project: ProjectId,
      email: string,
      except: ReadonlyArray<RenderId>,
      limit: number,
    ) => Effect.Effect<Mentions>;
    readonly eraseMentions: (
      mentions: Mentions,
    ) => Effect.Effect<Pick<ErasedRecipient["erased"], "events" | "engagementEvents">>;
    /**
     * Removes an address from all records that can stay without it, except those of certain renders. Searches
     * only the events and readings after a position.
     */
    readonly eraseRecipient: (
      project: ProjectId,
      email: string,
      except: ReadonlyArray<RenderId>,
      since: string,
    ) => Effect.Effect<Omit<ErasedRecipient["erased"], "renders" | "signatureBulkRows">>;
  }
>()("@paraph/core/erasure/ErasureStore") {}
