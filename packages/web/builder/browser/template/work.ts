import type { ManifestIndex } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";

import type { EmbedContext } from "../../../ui/browser/session/context.ts";
import { type Definitions, definitionsFrom, indexOf } from "../data/definitions.ts";
import type { Design } from "../design/design.ts";
import { History } from "../design/history.ts";
import { isSameDesign } from "../design/same_design.ts";
import {
  FIRST_DESIGN,
  manifestIn,
  openedDesign,
  type SavedLayout,
  savedLayout,
  suggestedIn,
} from "../design/saved_layout.ts";
import { settled } from "../design/settle.ts";
import { isRecord } from "../is_record.ts";
import { TEXTS } from "../texts.ts";
import type { OpenedTemplate } from "./templates.ts";

/** What can be undone: what is on the pages, and the template's own variables and lists. */
interface Step {
  readonly design: Design;
  readonly custom: Manifest;
}

/** What there was at a moment. */
interface Mark {
  readonly step: Step;
  readonly name: string;
}

/** The template that somebody works on: what it is now, what it was, and what of it is saved. */
export class Work {
  readonly context: EmbedContext;
  readonly #listeners = new Set<() => void>();
  #template: OpenedTemplate | undefined;
  #rest: SavedLayout = {};
  #offered: Definitions;
  #history: History<Step>;
  #kept: Step | undefined;
  #name: string = TEXTS.untitled;
  #keptName: string = TEXTS.untitled;

  constructor(context: EmbedContext, template: OpenedTemplate | undefined) {
    this.context = context;
    this.#offered = definitionsFrom(context.catalog);
    this.#history = new History({ design: FIRST_DESIGN, custom: this.#offered.custom });
    if (template === undefined) this.#kept = this.#history.present;
    else this.open(template);
  }

  /** Begins anew with what the server has. */
  open(template: OpenedTemplate): void {
    const { layout, name } = template.draft;
    const { catalog } = this.context;
    const manifest = manifestIn(layout) ?? suggestedIn(layout, definitionsFrom(catalog));
    this.#offered = definitionsFrom(catalog, manifest);
    const design = openedDesign(layout, this.#offered);
    this.#rest = isRecord(layout) ? layout : {};
    this.#template = template;
    this.#history = new History({ design, custom: this.#offered.custom });
    this.#kept = this.#history.present;
    this.#name = name ?? TEXTS.untitled;
    this.#keptName = this.#name;
    this.#tell();
  }

  get template(): OpenedTemplate | undefined {
    return this.#template;
  }

  get design(): Design {
    return this.#history.present.design;
  }

  get definitions(): Definitions {
    return { ...this.#offered, custom: this.#history.present.custom };
  }

  get index(): ManifestIndex {
    return indexOf(this.definitions);
  }

  get name(): string {
    return this.#name;
  }

  get isDirty(): boolean {
    return this.#history.present !== this.#kept || this.#name !== this.#keptName;
  }

  /** Whether what is published would be what is seen: the saved draft is published. */
  get isPublishable(): boolean {
    return this.context.permissions.saveDraft || !this.isDirty;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** The layout as it would be saved now. */
  get layout(): SavedLayout {
    return savedLayout(this.design, this.definitions, this.#rest);
  }

  /** What the template asks for, as it would be saved now. */
  get manifest(): Manifest {
    return manifestIn(this.layout) ?? { variables: [], loops: [] };
  }

  /** What would be saved now, with everything in it that is not ours. */
  get draft(): Readonly<Record<string, unknown>> {
    return { ...this.#template?.draft, name: this.#name, layout: this.layout };
  }

  rename(name: string): void {
    this.#name = name.trim() === "" ? TEXTS.untitled : name.trim();
    this.#tell();
  }

  /**
   * Takes what somebody has made of the pages, put right.
   *
   * @param now Given for what comes in many small steps.
   * @returns What it has become.
   */
  change(design: Design, now?: number): Design {
    return this.#step({ design, custom: this.#history.present.custom }, now);
  }

  /** Takes other variables and lists; fields follow. */
  define(custom: Manifest, design = this.design): Design {
    return this.#step({ design, custom });
  }

  undo(): boolean {
    const isUndone = this.#history.undo();
    if (isUndone) this.#tell();
    return isUndone;
  }

  redo(): boolean {
    const isRedone = this.#history.redo();
    if (isRedone) this.#tell();
    return isRedone;
  }

  /** What there was when saving began. */
  mark(): Mark {
    return { step: this.#history.present, name: this.#name };
  }

  /** Hears that what was marked is saved. */
  saved(template: OpenedTemplate, mark: Mark): void {
    this.#template = template;
    this.#kept = mark.step;
    this.#keptName = mark.name;
    this.#tell();
  }

  /** Hears what has become of the template on the server. */
  update(template: OpenedTemplate): void {
    this.#template = template;
    this.#tell();
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  #step({ design, custom }: Step, now?: number): Design {
    const index = indexOf({ ...this.#offered, custom });
    const right = settled(design, index);
    const { present } = this.#history;
    if (custom === present.custom && isSameDesign(right, present.design)) {
      const same = { design: right, custom };
      if (this.#kept === present) this.#kept = same;
      this.#history.replace(same);
      return right;
    }
    this.#history.step(
      { design: right, custom },
      { ...(now === undefined ? {} : { now }), ...(this.#kept ? { kept: this.#kept } : {}) },
    );
    this.#tell();
    return right;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
