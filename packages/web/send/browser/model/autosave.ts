import { CallFailed } from "../../../ui/browser/session/call_failed.ts";

/** The draft that the server has. */
export interface SavedDraft {
  readonly id: string;
  readonly revision: number;
}

/** A draft to save; without the id of an earlier one, it is created once. */
export interface DraftToSave {
  readonly draftId?: string;
  readonly revision?: number;
  readonly request: Record<string, unknown>;
}

/** The state of the draft. */
export type SaveState = "saved" | "saving" | "unsaved" | "conflict" | "failed";

export interface AutosaveOptions {
  readonly draft: SavedDraft | undefined;
  readonly write: () => Record<string, unknown>;
  readonly put: (draft: DraftToSave) => Promise<SavedDraft>;
  readonly onState: (state: SaveState, error?: CallFailed) => void;
}

/** Milliseconds without a change until the draft is saved. */
const DELAY = 800;

/** Saves the draft after changes, one call at a time. */
export class Autosave {
  readonly #options: AutosaveOptions;
  #draft: SavedDraft | undefined;
  #savedJson = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#draft = options.draft;
    if (options.draft !== undefined) this.#savedJson = JSON.stringify(options.write());
  }

  /** Saves soon. */
  change(): void {
    if (this.#isStopped) return;
    this.#options.onState("unsaved");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush().catch(() => {}), DELAY);
  }

  /** Saves the current content; resolves with the id of the draft. */
  async flush(): Promise<string> {
    clearTimeout(this.#timer);
    while (this.#saving !== undefined) await this.#saving.catch(() => {});
    const json = JSON.stringify(this.#options.write());
    if (this.#draft === undefined || json !== this.#savedJson) {
      this.#saving = this.#save(json).finally(() => {
        this.#saving = undefined;
      });
      await this.#saving;
    } else this.#options.onState("saved");
    return this.#draft?.id ?? "";
  }

  /** Saves nothing more. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #save(json: string): Promise<void> {
    const { put, onState } = this.#options;
    onState("saving");
    const draft =
      this.#draft === undefined ? {} : { draftId: this.#draft.id, revision: this.#draft.revision };
    try {
      this.#draft = await put({ ...draft, request: JSON.parse(json) });
      this.#savedJson = json;
      onState(json === JSON.stringify(this.#options.write()) ? "saved" : "unsaved");
    } catch (error) {
      if (error instanceof CallFailed && error.code === "conflict") {
        this.stop();
        onState("conflict", error);
      } else onState("failed", error instanceof CallFailed ? error : undefined);
      throw error;
    }
  }
}
