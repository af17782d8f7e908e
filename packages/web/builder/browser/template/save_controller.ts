import { byId } from "../../../ui/browser/dom.ts";
import { postToParent } from "../../../ui/browser/session/parent.ts";
import { clearStatus, showStatus } from "../../../ui/browser/status.ts";
import { type Problem, problemsFrom } from "../design/problems.ts";
import type { Activity } from "../panels/bar.ts";
import { TEXTS } from "../texts.ts";
import { ask } from "../widgets/dialog.ts";
import { isCallFault } from "./call_fault.ts";
import { rememberTemplate } from "./remembered.ts";
import type { OpenedTemplate, Templates } from "./templates.ts";
import { versionsDialog } from "./versions_dialog.ts";
import type { Work } from "./work.ts";

/** What a keeper tells. */
export interface KeeperEvents {
  readonly onActivity: (activity: Activity) => void;
  /** Something keeps the template from being saved or published. */
  readonly onProblems: (problems: ReadonlyArray<Problem>) => void;
  /** Another state of the template has taken the place of what is shown. */
  readonly onReopened: () => void;
  readonly onRemoved: () => void;
}

/** Saves, publishes, brings back and deletes the template, and says how that went. */
export class Keeper {
  readonly #work: Work;
  readonly #templates: Templates;
  readonly #events: KeeperEvents;
  #running: Promise<boolean> | undefined;

  constructor(work: Work, templates: Templates, events: KeeperEvents) {
    this.#work = work;
    this.#templates = templates;
    this.#events = events;
  }

  /** Whether all is saved then. */
  save(): Promise<boolean> {
    if (this.#work.template !== undefined && !this.#work.isDirty) return Promise.resolve(true);
    return this.#alone("saving", () => this.#save(this.#work.template?.revision));
  }

  /** Publishes what is there, saved first by who may save. */
  publish(): Promise<boolean> {
    return this.#alone("publishing", async () => {
      if (!this.#work.isPublishable) {
        mention(TEXTS.status.unsavable);
        return false;
      }
      const maySave = this.#work.context.permissions.saveDraft;
      const isUnsaved = maySave && (this.#work.isDirty || this.#work.template === undefined);
      const version = this.#work.template?.currentVersionNumber ?? null;
      if (isUnsaved && !(await this.#save(this.#work.template?.revision))) return false;
      const { template } = this.#work;
      if (template === undefined) return false;
      // What is new is published as it is saved.
      const isPublished = version === null && template.currentVersionNumber !== null;
      if (!isPublished || template.hasUnpublishedChanges) await this.#publish(template);
      mention(TEXTS.status.published(this.#work.template?.currentVersionNumber ?? 1));
      return true;
    });
  }

  async versions(): Promise<void> {
    const { template, context } = this.#work;
    const load = () =>
      template === undefined ? Promise.resolve([]) : this.#templates.versions(template.id);
    const isAllowed = context.permissions.rollback;
    try {
      const version = await versionsDialog(load, template?.currentVersionNumber ?? null, isAllowed);
      if (version === undefined || template === undefined) return;
      await this.#alone("publishing", async () => {
        const published = await this.#templates.restore(template.id, version);
        this.#work.open(await this.#templates.open(template.id));
        this.#events.onReopened();
        this.#tellPublished(published.id, published.slug, published.currentVersionNumber);
        mention(TEXTS.status.rolledBack(published.currentVersionNumber));
        return true;
      });
    } catch (fault) {
      this.#fail(fault, () => void this.versions());
    }
  }

  async remove(): Promise<void> {
    const { template, context } = this.#work;
    const isSure = await ask(TEXTS.remove.title, TEXTS.remove.text, [
      { label: TEXTS.remove.cancel, value: false },
      { label: TEXTS.remove.confirm, value: true, kind: "is-danger" },
    ]);
    if (isSure !== true) return;
    await this.#alone("saving", async () => {
      if (template !== undefined) await this.#templates.remove(template.id);
      rememberTemplate(context.sessionId, undefined);
      showStatus(TEXTS.status.removed);
      this.#events.onRemoved();
      return true;
    });
  }

  async #save(revision: number | undefined): Promise<boolean> {
    const { template, draft, context } = this.#work;
    const mark = this.#work.mark();
    try {
      const saved =
        template === undefined
          ? await this.#templates.create(draft)
          : await this.#templates.save(template.id, draft, revision);
      rememberTemplate(context.sessionId, saved.id);
      this.#work.saved(saved, mark);
      postToParent({ type: "paraph:saved", templateId: saved.id, revision: saved.revision });
      if (template === undefined) this.#tellIfPublished(saved);
      return true;
    } catch (fault) {
      if (isCallFault(fault) && fault.code === "version_conflict") {
        return this.#settleConflict();
      }
      throw fault;
    }
  }

  async #settleConflict(): Promise<boolean> {
    const { template } = this.#work;
    const { title, text, overwrite, reload, stay } = TEXTS.conflict;
    const answer = await ask(title, text, [
      { label: stay, value: "stay" as const },
      { label: reload, value: "reload" as const },
      { label: overwrite, value: "overwrite" as const, kind: "is-first" },
    ]);
    if (template === undefined) return false;
    if (answer === "overwrite") return this.#save(undefined);
    if (answer === "reload") {
      this.#work.open(await this.#templates.open(template.id));
      this.#events.onReopened();
    }
    return false;
  }

  async #publish(template: OpenedTemplate): Promise<void> {
    const { id, slug, currentVersionNumber } = await this.#templates.publish(template.id);
    this.#work.update({ ...template, slug, currentVersionNumber, hasUnpublishedChanges: false });
    this.#tellPublished(id, slug, currentVersionNumber);
  }

  #tellIfPublished({ id, slug, currentVersionNumber }: OpenedTemplate): void {
    if (currentVersionNumber !== null) this.#tellPublished(id, slug ?? "", currentVersionNumber);
  }

  #tellPublished(templateId: string, slug: string, versionNumber: number): void {
    postToParent({ type: "paraph:published", templateId, slug, versionNumber });
  }

  /** One thing after the other: what comes meanwhile is what is done already. */
  #alone(activity: Activity, run: () => Promise<boolean>): Promise<boolean> {
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
    } catch (fault) {
      this.#fail(fault, () => void this.#alone(activity, run));
      return false;
    } finally {
      this.#events.onActivity(undefined);
    }
  }

  /** Says what went wrong, and offers the very same once more where that may help. */
  #fail(fault: unknown, again: () => void): void {
    if (!isCallFault(fault)) throw fault;
    const { status, code, message, issues } = fault;
    postToParent({ type: "paraph:error", code, message });
    const problems = problemsFrom(issues, this.#work.design);
    if (status === 400 && problems.length > 0) {
      this.#events.onProblems(problems);
      return;
    }
    if (status === 403) showStatus(TEXTS.status.denied);
    else if (status === 401) showStatus(TEXTS.status.ended, { label: TEXTS.retry, run: again });
    else if (status > 0 && status < 500) showStatus(message);
    else {
      const text = status === 0 ? TEXTS.status.offline : TEXTS.status.server;
      showStatus(text, { label: TEXTS.retry, run: again });
    }
  }
}

/** How long what went well is said, in milliseconds; then it would only be in the way. */
const BRIEFLY = 6000;

let silence: ReturnType<typeof setTimeout> | undefined;

function mention(sentence: string): void {
  showStatus(sentence);
  clearTimeout(silence);
  silence = setTimeout(() => {
    if (byId("status-text").textContent === sentence) clearStatus();
  }, BRIEFLY);
}
