import { Context, type Effect } from "effect";

import type { AccountId, ProjectId, RenderId, SignatureRequestId } from "../values/mod.ts";
import type { ErasedRecipient } from "./erased_recipient.ts";

/** Renders that nobody else changes while the transaction runs. */
export interface LockedRenders {
  readonly ids: ReadonlyArray<RenderId>;
  /** Those among them that are out for signature. */
  readonly open: ReadonlySet<RenderId>;
}

/** A signature request that names somebody. */
export interface NamingSignature {
  readonly id: SignatureRequestId;
  readonly renderId: RenderId;
  readonly isOpen: boolean;
}

/** Events and readings, by their ids. */
export interface Mentions {
  readonly events: ReadonlyArray<string>;
  readonly readings: ReadonlyArray<string>;
}

/** Erases what is kept. What changes something runs in the transaction that is open. */
export class ErasureStore extends Context.Service<
  ErasureStore,
  {
    /** Locks those of these renders that exist and nobody else is erasing, with all they take along. */
    readonly lock: (ids: ReadonlyArray<RenderId>) => Effect.Effect<LockedRenders>;
    /** Those of these renders that are a project's. */
    readonly own: (
      project: ProjectId,
      ids: ReadonlyArray<RenderId>,
    ) => Effect.Effect<ReadonlyArray<RenderId>>;
    /** The projects of an account, deleted ones too. */
    readonly projectsOf: (account: AccountId) => Effect.Effect<ReadonlyArray<ProjectId>>;
    /**
     * Erases locked renders with all that belongs to them; their files are noted to be removed. `false`
     * when there is so much that some of it is left to another transaction, and the renders with it.
     */
    readonly eraseRenders: (ids: ReadonlyArray<RenderId>) => Effect.Effect<boolean>;
    /** Renders of a project whose data, shares or mails hold an address, oldest first. */
    readonly rendersNaming: (
      project: ProjectId,
      email: string,
      behind: RenderId | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<RenderId>>;
    /** A project's signature requests that name an address. */
    readonly signaturesNaming: (
      project: ProjectId,
      email: string,
    ) => Effect.Effect<ReadonlyArray<NamingSignature>>;
    /** Where the feed of events stands: whatever is not seen by now is written behind it. */
    readonly place: Effect.Effect<string>;
    /**
     * Events and readings that name an address, or that somebody read what was shared with it, but those
     * about certain renders: so many of each at most. Nothing is changed.
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
     * Takes an address out of everything that may stay without it; renders that are out for
     * signature to it are not touched. Of events and readings it looks through those since a place.
     */
    readonly eraseRecipient: (
      project: ProjectId,
      email: string,
      except: ReadonlyArray<RenderId>,
      since: string,
    ) => Effect.Effect<Omit<ErasedRecipient["erased"], "renders">>;
  }
>()("@paraph/core/erasure/ErasureStore") {}
