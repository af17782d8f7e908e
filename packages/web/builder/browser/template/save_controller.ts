import { byId } from "../../../ui/browser/dom.ts";
import { postToParent } from "../../../ui/browser/session/parent.ts";
import { clearStatus, showStatus } from "../../../ui/browser/status.ts";
import { type Problem, problemsFrom } from "../design/problems.ts";
import type { Activity } from "../panels/bar.ts";
import { TEXTS } from "../texts.ts";
import { ask } from "../widgets/dialog.ts";
import type { TemplateModel } from "./model.ts";
import { isCallFailed, storeTemplate, type OpenedTemplate, type Templates } from "./templates.ts";
import { versionsDialog } from "./versions_dialog.ts";

/** The listeners of a save controller. */
export interface SaveEvents {
  readonly onActivity: (activity: Activity) => void;
  /** Called with problems that prevent saving or publishing. */
  readonly onProblems: (problems: ReadonlyArray<Problem>) => void;
  /** Called when the template was replaced by the server's state. */
  readonly onReopened: () => void;
  readonly onRemoved: () => void;
}

/** Saves, publishes, restores and deletes the template, and shows the outcome. */
export class SaveController {
  readonly #model: TemplateModel;
  readonly #templates: Templates;
  readonly #events: SaveEvents;
  #running: Promise<boolean> | undefined;

  constructor(model: TemplateModel, templates: Templates, events: SaveEvents) {
    this.#model = model;
    this.#templates = templates;
    this.#events = events;
  }

  /** Saves the template; resolves with whether it is saved. */
  save(): Promise<boolean> {
    if (this.#model.template !== undefined && !this.#model.isDirty) return Promise.resolve(true);
    return this.#runExclusive("saving", () => this.#save(this.#model.template?.revision));
  }

  /** Saves the template, if permitted, and publishes it. */
  publish(): Promise<boolean> {
    return this.#runExclusive("publishing", async () => {
      if (!this.#model.isPublishable) {
        showBriefly(TEXTS.status.unsavable);
        return false;
      }
      const maySave = this.#model.context.permissions.saveDraft;
      const isUnsaved = maySave && (this.#model.isDirty || this.#model.template === undefined);
      if (isUnsaved && !(await this.#save(this.#model.template?.revision))) return false;
      const { template } = this.#model;
      if (template === undefined) return false;
      await this.#publish(template);
      showBriefly(TEXTS.status.published(this.#model.template?.currentVersionNumber ?? 1));
      return true;
    });
  }

  async versions(): Promise<void> {
    const { template, context } = this.#model;
    const load = () =>
      template === undefined ? Promise.resolve([]) : this.#templates.versions(template.id);
    const isAllowed = context.permissions.rollback;
    try {
      const version = await versionsDialog(load, template?.currentVersionNumber ?? null, isAllowed);
      if (version === undefined || template === undefined) return;
      await this.#runExclusive("publishing", async () => {
        const publication = await this.#templates.restore(template.id, version);
        this.#model.open(await this.#templates.open(template.id));
        this.#events.onReopened();
        this.#postPublished(publication.id, publication.slug, publication.currentVersionNumber);
        showBriefly(TEXTS.status.rolledBack(publication.currentVersionNumber));
        return true;
      });
    } catch (error) {
      this.#showFailure(error, () => void this.versions());
    }
  }

  async remove(): Promise<void> {
    const { template, context } = this.#model;
    const isSure = await ask(TEXTS.remove.title, TEXTS.remove.text, [
      { label: TEXTS.remove.cancel, value: false },
      { label: TEXTS.remove.confirm, value: true, kind: "is-danger" },
    ]);
    if (isSure !== true) return;
    await this.#runExclusive("saving", async () => {
      if (template !== undefined) await this.#templates.remove(template.id);
      storeTemplate(context.sessionId, undefined);
      showStatus(TEXTS.status.removed);
      this.#events.onRemoved();
      return true;
    });
  }

  async #save(revision: number | undefined): Promise<boolean> {
    const { template, draft, context } = this.#model;
    const snapshot = this.#model.snapshot();
    try {
      const savedTemplate =
        template === undefined
          ? await this.#templates.create(draft)
          : await this.#templates.save(template.id, draft, revision);
      storeTemplate(context.sessionId, savedTemplate);
      this.#model.markSaved(savedTemplate, snapshot);
      postToParent({
        type: "paraph:saved",
        templateId: savedTemplate.id,
        revision: savedTemplate.revision,
      });
      return true;
    } catch (error) {
      if (isCallFailed(error) && error.code === "version_conflict") {
        return this.#settleConflict();
      }
      throw error;
    }
  }

  async #settleConflict(): Promise<boolean> {
    const { template } = this.#model;
    const { title, text, overwrite, reload, stay } = TEXTS.conflict;
    const choice = await ask(title, text, [
      { label: stay, value: "stay" as const },
      { label: reload, value: "reload" as const },
      { label: overwrite, value: "overwrite" as const, kind: "is-first" },
    ]);
    if (template === undefined) return false;
    if (choice === "overwrite") return this.#save(undefined);
    if (choice === "reload") {
      this.#model.open(await this.#templates.open(template.id));
      this.#events.onReopened();
    }
    return false;
  }

  async #publish(template: OpenedTemplate): Promise<void> {
    const { id, slug, currentVersionNumber } = await this.#templates.publish(template.id);
    this.#model.update({ ...template, slug, currentVersionNumber, hasUnpublishedChanges: false });
    this.#postPublished(id, slug, currentVersionNumber);
  }

  #postPublished(templateId: string, slug: string, versionNumber: number): void {
    postToParent({ type: "paraph:published", templateId, slug, versionNumber });
  }

  /** Runs one request at a time; a call during a request returns its result. */
  #runExclusive(activity: Activity, run: () => Promise<boolean>): Promise<boolean> {
    this.#running ??= this.#run(activity, run).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(activity: Activity, run: () => Promise<boolean>): Promise<boolean> {
    this.#events.onActivity(activity);
    clearStatus();
    try {
      return await run();
    } catch (error) {
      this.#showFailure(error, () => void this.#runExclusive(activity, run));
      return false;
    } finally {
      this.#events.onActivity(undefined);
    }
  }

  /** Shows a failure, with a retry where one can succeed. */
  #showFailure(error: unknown, retry: () => void): void {
    if (!isCallFailed(error)) throw error;
    const { status, code, message, issues } = error;
    postToParent({ type: "paraph:error", code, message });
    const problems = problemsFrom(issues, this.#model.design);
    if (status === 400 && problems.length > 0) {
      this.#events.onProblems(problems);
      return;
    }
    if (status === 403) showStatus(TEXTS.status.denied);
    else if (status === 401) showStatus(TEXTS.status.ended, { label: TEXTS.retry, run: retry });
    else if (status > 0 && status < 500) showStatus(message);
    else {
      const text = status === 0 ? TEXTS.status.offline : TEXTS.status.server;
      showStatus(text, { label: TEXTS.retry, run: retry });
    }
  }
}

/** Milliseconds until a success message disappears. */
const BRIEF_DURATION = 6000;

let silence: ReturnType<typeof setTimeout> | undefined;

function showBriefly(sentence: string): void {
  showStatus(sentence);
  clearTimeout(silence);
  silence = setTimeout(() => {
    if (byId("status-text").textContent === sentence) clearStatus();
  }, BRIEF_DURATION);
}
