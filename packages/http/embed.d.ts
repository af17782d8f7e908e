/** The page in the frame is ready. */
export interface ReadyEvent {
  readonly type: "paraph:ready";
  readonly sessionId: string;
  readonly mode: "edit" | "create" | "view" | "fill" | "send";
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

/** A form was submitted. Its document is being rendered. */
export interface SubmittedEvent {
  readonly type: "paraph:submitted";
  readonly renderId: string;
  readonly status: string;
}

/** The document was sent for signature. */
export interface SentEvent {
  readonly type: "paraph:sent";
  readonly signatureId: string;
  readonly renderId: string;
}

/** The user wants to leave. */
export interface CloseEvent {
  readonly type: "paraph:close";
}

/** An error; `code` is stable. `renew_failed`: the session could not be renewed. */
export interface ErrorEvent {
  readonly type: "paraph:error";
  readonly code: string;
  readonly message: string;
}

/** A session as the integrator's server passes it to its page: without the renew token. */
export interface EmbedSession {
  readonly iframe_url: string;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** The response of a renewal: a token, or the URL that contains it. */
export type RenewedSession = {
  /** ISO 8601. */
  readonly expires_at: string;
} & ({ readonly session_token: string } | { readonly iframe_url: string });

/** The element, the session and the callbacks of a frame. */
export interface MountOptions {
  /** The element for the frame, which fills it. It needs a height. */
  readonly element: HTMLElement;
  /** The session to show. One of `session` and `iframeUrl` is required. */
  readonly session?: EmbedSession;
  /** The URL of a session whose expiry is unknown. It is renewed after it has expired. */
  readonly iframeUrl?: string;
  /**
   * Renews the session through the integrator's server, with its key and the renew token. Called five
   * minutes before the session expires, and when the page in the frame requests it.
   */
  readonly renew?: () => Promise<RenewedSession>;
  /** The title of the frame, for screen readers. */
  readonly title?: string;
  readonly onReady?: (event: ReadyEvent) => void;
  readonly onSaved?: (event: SavedEvent) => void;
  readonly onPublished?: (event: PublishedEvent) => void;
  readonly onSubmitted?: (event: SubmittedEvent) => void;
  readonly onSent?: (event: SentEvent) => void;
  readonly onClose?: (event: CloseEvent) => void;
  readonly onError?: (event: ErrorEvent) => void;
}

/** A mounted frame. */
export interface MountedFrame {
  readonly iframe: HTMLIFrameElement;
  /** Removes the frame and stops renewals. */
  readonly destroy: () => void;
}

/** Shows Paraph's builder, a form or the send page in a page. */
export function mount(options: MountOptions): MountedFrame;

/** Whether a session with this expiry must be renewed now. `now` is in milliseconds since 1970. */
export function isDue(expiresAt: string | undefined, now: number): boolean;

/** The token of a renewal; undefined if it has none. */
export function tokenFrom(renewal: {
  readonly session_token?: string;
  readonly iframe_url?: string;
}): string | undefined;

/** A step of a recipient in the frame of a signing URL. */
export interface SigningEvent {
  readonly type: "paraph:ready" | "paraph:signed" | "paraph:declined";
  readonly requestId: string;
}

/** The element, the URL and the callbacks of a document to sign. */
export interface MountSigningOptions {
  /** The element for the frame, which fills it. It needs a height. */
  readonly element: HTMLElement;
  /** The `url` of `POST /v1/signatures/{id}/recipients/{recipientId}/signing-url`. It opens once. */
  readonly url: string;
  /** The title of the frame, for screen readers. */
  readonly title?: string;
  /** The document is shown. */
  readonly onReady?: (event: SigningEvent) => void;
  /** The recipient has signed or approved. */
  readonly onSigned?: (event: SigningEvent) => void;
  readonly onDeclined?: (event: SigningEvent) => void;
  /** `link_over`: the URL was opened before or has expired. */
  readonly onError?: (event: ErrorEvent) => void;
}

/** Shows a document to sign in a page. */
export function mountSigning(options: MountSigningOptions): MountedFrame;
