/** The page inside has come up. */
export interface ReadyEvent {
  readonly type: "paraph:ready";
  readonly sessionId: string;
  readonly mode: "edit" | "create" | "view" | "fill";
}

/** A draft has been saved. */
export interface SavedEvent {
  readonly type: "paraph:saved";
  readonly templateId: string;
  readonly revision: number;
}

/** A template has been published. */
export interface PublishedEvent {
  readonly type: "paraph:published";
  readonly templateId: string;
  readonly slug: string;
  readonly versionNumber: number;
}

/** A form has been handed in; its document is being made. */
export interface SubmittedEvent {
  readonly type: "paraph:submitted";
  readonly renderId: string;
  readonly status: string;
}

/** Somebody wants to leave. */
export interface CloseEvent {
  readonly type: "paraph:close";
}

/** Something went wrong; `code` is stable. `renew_failed`: no new token could be had. */
export interface ErrorEvent {
  readonly type: "paraph:error";
  readonly code: string;
  readonly message: string;
}

/** A session as the partner's own server hands it to its page: without the renew token. */
export interface EmbedSession {
  readonly iframe_url: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** What a renewal gives: a token by itself, or the address that carries it. */
export type RenewedSession = {
  /** ISO 8601. */
  readonly expires_at: string;
} & ({ readonly session_token: string } | { readonly iframe_url: string });

/** What is shown where, and who hears of it. */
export interface MountOptions {
  /** Holds the frame, which takes all of its room: it needs a height of its own. */
  readonly element: HTMLElement;
  /** The session to show. One of `session` and `iframeUrl` is required. */
  readonly session?: EmbedSession;
  /** The address of a session whose end is not known: it is renewed once it has ended. */
  readonly iframeUrl?: string;
  /**
   * Asks the partner's own server to renew the session, which it does with its key and renew token. Called
   * five minutes before the end, and when the page inside asks for it.
   */
  readonly renew?: () => Promise<RenewedSession>;
  /** What the frame is called, for ears. */
  readonly title?: string;
  readonly onReady?: (event: ReadyEvent) => void;
  readonly onSaved?: (event: SavedEvent) => void;
  readonly onPublished?: (event: PublishedEvent) => void;
  readonly onSubmitted?: (event: SubmittedEvent) => void;
  readonly onClose?: (event: CloseEvent) => void;
  readonly onError?: (event: ErrorEvent) => void;
}

/** What is shown. */
export interface Mounted {
  readonly iframe: HTMLIFrameElement;
  /** Takes it away and stops to renew it. */
  readonly destroy: () => void;
}

/** Shows Paraph's builder or a form inside of a page. */
export function mount(options: MountOptions): Mounted;

/** Whether a session that ends then has to be renewed by now, in milliseconds since 1970. */
export function isDue(expiresAt: string | undefined, now: number): boolean;

/** The token that a renewal gives, if it gives one. */
export function tokenFrom(renewed: {
  readonly session_token?: string;
  readonly iframe_url?: string;
}): string | undefined;
