import type { Appearance } from "../../../ui/browser/session/context.ts";
import type { DraftToSave, SavedDraft } from "../model/autosave.ts";
import type { LayoutField } from "../model/draft_request.ts";

/** The document of a page, and the draft that it continues. */
export interface PageState {
  readonly render: {
    readonly id: string;
    readonly status: string;
    readonly filename: string | null;
    readonly templateSlug: string | null;
    /** The name of the template, if the page may read it. */
    readonly templateName?: string;
    readonly signingFields: ReadonlyArray<LayoutField>;
  };
  readonly draft: (SavedDraft & { readonly request: Record<string, unknown> }) | null;
}

/** The access code of a recipient. Drafts do not have it. */
interface DraftAccessCode {
  readonly recipientIndex: number;
  readonly code: string;
}

/** The server of a page, by an embed session or by the session of the console. */
export interface SendBackend {
  readonly appearance: Appearance;
  readonly load: () => Promise<PageState>;
  readonly document: () => Promise<Uint8Array>;
  readonly save: (draft: DraftToSave) => Promise<SavedDraft>;
  /** Sends a draft once; resolves with the id of the signature request. */
  readonly send: (draftId: string, accessCodes: ReadonlyArray<DraftAccessCode>) => Promise<string>;
  /** Called when the page is ready. */
  readonly onReady: () => void;
  /** Called when the document was sent; returns what the user can do then. */
  readonly onSent: (signatureId: string, renderId: string) => HTMLElement | undefined;
}
