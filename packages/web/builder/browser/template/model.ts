import { withRow } from "@paraph/core/expressions";
import { indexInSections, type ManifestIndex } from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";

import { isRecord } from "../../../ui/browser/is_record.ts";
import type { EmbedContext } from "../../../ui/browser/session/context.ts";
import { type Definitions, definitionsFrom, fullManifest, indexOf } from "../data/definitions.ts";
import { renameInSettings, renameKey } from "../data/rename_key.ts";
import { insideSection, type SamplePlace } from "../data/sample_place.ts";
import { sampleScope } from "../data/sample_scope.ts";
import { type Design, type DesignField, isSameDesign } from "../design/design.ts";
import { History } from "../design/history.ts";
import { repairDesign } from "../design/repair_design.ts";
import {
  EMPTY_DESIGN,
  manifestOf,
  parseLayout,
  type SavedLayout,
  toLayout,
  suggestManifest,
} from "../design/saved_layout.ts";
import type { SampleScope } from "../expressions/live_result.ts";
import { contentsOf, withContents } from "../sections/section_contents.ts";
import {
  changeSectionAt,
  existingPath,
  type SectionPath,
  sectionsAt,
} from "../sections/section_path.ts";
import { TEXTS } from "../texts.ts";
import type { OpenedTemplate } from "./templates.ts";

/** A state of the history: the design and the template's definitions. */
interface Step {
  readonly design: Design;
  readonly custom: Manifest;
  /** The layout's properties that the builder does not show. */
  readonly rest: SavedLayout;
}

/** A state of the template. */
interface Snapshot {
  readonly step: Step;
  readonly name: string;
}

/** The edited template: its design and definitions, their history, and what of it is saved. */
export class TemplateModel {
  readonly context: EmbedContext;
  readonly #listeners = new Set<() => void>();
  #template: OpenedTemplate | undefined;
  #offered: Definitions;
  #history: History<Step>;
  #savedStep: Step | undefined;
  #name: string = TEXTS.untitled;
  #savedName: string = TEXTS.untitled;

  #opened: SectionPath | undefined;
  #contents:
    | { readonly section: DesignField; readonly keys: string; readonly design: Design }
    | undefined;

  #sample = "";
  #sampleScope:
    | { readonly of: unknown; readonly text: string; readonly scope: SampleScope }
    | undefined;

  constructor(context: EmbedContext, template: OpenedTemplate | undefined) {
    this.context = context;
    this.#offered = definitionsFrom(context.catalog);
    this.#history = new History({ design: EMPTY_DESIGN, custom: this.#offered.custom, rest: {} });
    if (template === undefined) this.#savedStep = this.#history.present;
    else this.open(template);
  }

  /** Replaces the state with the server's template. */
  open(template: OpenedTemplate): void {
    const { layout, name } = template.draft;
    const { catalog } = this.context;
    const manifest = manifestOf(layout) ?? suggestManifest(layout, definitionsFrom(catalog));
    this.#offered = definitionsFrom(catalog, manifest);
    const design = parseLayout(layout, this.#offered);
    const rest = isRecord(layout) ? layout : {};
    this.#template = template;
    this.#opened = undefined;
    this.#history = new History({ design, custom: this.#offered.custom, rest });
    this.#savedStep = this.#history.present;
    this.#name = name ?? TEXTS.untitled;
    this.#savedName = this.#name;
    this.#notify();
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

  /** All variables and loops. */
  get fullManifest(): Manifest {
    return fullManifest(this.definitions);
  }

  get index(): ManifestIndex {
    return indexOf(this.definitions);
  }

  /** The section whose contents are shown; `undefined` while the pages are. */
  get opened(): SectionPath | undefined {
    return this.#opened;
  }

  /** The sections around what is shown, from the outermost. */
  get openedSections(): ReadonlyArray<DesignField> {
    return this.#opened === undefined ? [] : (sectionsAt(this.design, this.#opened) ?? []);
  }

  /** Shows the contents of a section; `undefined` shows the pages again. */
  openSection(path: SectionPath | undefined): void {
    this.#opened = existingPath(this.design, path);
    this.#notify();
  }

  /** What the canvas shows: the pages, or the contents of a section as one page. */
  get shown(): Design {
    const section = this.openedSections.at(-1);
    if (section === undefined) return this.design;
    const index = this.shownIndex;
    const keys = [...index.variables.keys(), ...index.loops.keys()].join(" ");
    const known = this.#contents;
    if (known?.section === section && known.keys === keys) return known.design;
    const design = contentsOf(section, index);
    this.#contents = { section, keys, design };
    return design;
  }

  /** The keys that the shown fields can name. */
  get shownIndex(): ManifestIndex {
    return indexInSections(
      this.openedSections.map(({ name }) => name),
      this.index,
    );
  }

  /** The shown keys, with the sample data; in a section, of its first row. */
  get place(): SamplePlace {
    const top: SamplePlace = { index: this.index, data: this.sampleScope.data };
    return this.openedSections.reduce((place, { name }) => insideSection(name, place), top);
  }

  /** The shown keys as a manifest, and the sample data for expressions on them. */
  get shownSample(): SampleScope & { readonly manifest: Manifest } {
    const manifest = fullManifest(this.definitions);
    if (this.openedSections.length === 0) return { ...this.sampleScope, manifest };
    const { index, data, locals } = this.place;
    return {
      scope: withRow(index, undefined),
      data,
      ...(locals === undefined ? {} : { locals }),
      manifest: { variables: [...index.variables.values()], loops: [...index.loops.values()] },
    };
  }

  get name(): string {
    return this.#name;
  }

  get isDirty(): boolean {
    return this.#history.present !== this.#savedStep || this.#name !== this.#savedName;
  }

  /** Whether publishing would publish the shown state: the server publishes the saved draft. */
  get isPublishable(): boolean {
    return this.context.permissions.saveDraft || !this.isDirty;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** The layout to save. */
  get layout(): SavedLayout {
    return toLayout(this.design, this.definitions, this.#history.present.rest);
  }

  /** The manifest to save. */
  get manifest(): Manifest {
    return manifestOf(this.layout) ?? { variables: [], loops: [] };
  }

  /** The draft to save, with all properties that the builder does not know. */
  get draft(): Readonly<Record<string, unknown>> {
    return { ...this.#template?.draft, name: this.#name, layout: this.layout };
  }

  rename(name: string): void {
    this.#name = name.trim() === "" ? TEXTS.untitled : name.trim();
    this.#notify();
  }

  /**
   * Changes the design and repairs it.
   *
   * @param now The time in milliseconds, for changes that come in many small steps.
   * @returns The repaired design.
   */
  change(design: Design, now?: number): Design {
    return this.#step({ ...this.#history.present, design }, now);
  }

  /** Changes what is shown, as {@linkcode change} does. */
  changeShown(shown: Design, now?: number): Design {
    const section = this.openedSections.at(-1);
    const path = this.#opened;
    if (section === undefined || path === undefined) return this.change(shown, now);
    const index = this.shownIndex;
    const repaired = repairDesign(shown, index);
    const isSame = isSameDesign(repaired, this.shown);
    if (!isSame)
      this.change(
        changeSectionAt(this.design, path, (before) => withContents(before, repaired, index)),
        now,
      );
    // The fields keep the ids of the designer.
    const changed = this.openedSections.at(-1) ?? section;
    const keys = [...index.variables.keys(), ...index.loops.keys()].join(" ");
    const { basePdf } = contentsOf(changed, index);
    const design = changed.height === section.height ? repaired : { ...repaired, basePdf };
    this.#contents = { section: changed, keys, design };
    return design;
  }

  /** Changes the definitions and repairs the design. */
  define(custom: Manifest, design = this.design, settings = this.settings): Design {
    return this.#step({ design, custom, rest: settings });
  }

  /** Changes the definitions, and renames a key in all that names it. */
  redefine(custom: Manifest, before: string, after: string): Design {
    if (before === after) return this.define(custom);
    const manifest = fullManifest({ ...this.#offered, custom });
    return this.define(
      custom,
      renameKey(this.design, before, after, manifest),
      renameInSettings(this.settings, before, after, manifest),
    );
  }

  /** The settings of the layout as a whole, such as its language. */
  get settings(): SavedLayout {
    return this.#history.present.rest;
  }

  /** Changes settings of the layout; `undefined` removes one. */
  set(settings: SavedLayout): void {
    const { present } = this.#history;
    const rest = Object.fromEntries(
      Object.entries({ ...present.rest, ...settings }).filter(([, value]) => value !== undefined),
    );
    if (JSON.stringify(rest) !== JSON.stringify(present.rest)) this.#step({ ...present, rest });
  }

  /** Replaces the design, its definitions and the layout's other properties. */
  replace(layout: SavedLayout, manifest: Manifest): void {
    const { custom } = definitionsFrom(this.context.catalog, manifest);
    const design = parseLayout(layout, { ...this.#offered, custom });
    this.#opened = undefined;
    this.#step({ design, custom, rest: layout });
  }

  undo(): boolean {
    const isUndone = this.#history.undo();
    if (isUndone) this.#notify();
    return isUndone;
  }

  redo(): boolean {
    const isRedone = this.#history.redo();
    if (isRedone) this.#notify();
    return isRedone;
  }

  /** The sample data that the user has written, as JSON; empty without any. */
  get sample(): string {
    return this.#sample;
  }

  set sample(text: string) {
    this.#sample = text;
    this.#notify();
  }

  /** The names that expressions can use, with sample data. */
  get sampleScope(): SampleScope {
    const { custom } = this.#history.present;
    const known = this.#sampleScope;
    if (known?.of === custom && known.text === this.#sample) return known.scope;
    const scope = sampleScope(fullManifest(this.definitions), this.#sample);
    this.#sampleScope = { of: custom, text: this.#sample, scope };
    return scope;
  }

  /** Returns the current state, for {@linkcode markSaved}. */
  snapshot(): Snapshot {
    return { step: this.#history.present, name: this.#name };
  }

  /** Marks a state as saved. */
  markSaved(template: OpenedTemplate, mark: Snapshot): void {
    this.#template = template;
    this.#savedStep = mark.step;
    this.#savedName = mark.name;
    this.#notify();
  }

  /** Updates the server's properties of the template. */
  update(template: OpenedTemplate): void {
    this.#template = template;
    this.#notify();
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  #step({ design, custom, rest }: Step, now?: number): Design {
    const index = indexOf({ ...this.#offered, custom });
    const repairedDesign = repairDesign(design, index);
    const { present } = this.#history;
    const isSameData = custom === present.custom && rest === present.rest;
    if (isSameData && isSameDesign(repairedDesign, present.design)) {
      const same = { design: repairedDesign, custom, rest };
      if (this.#savedStep === present) this.#savedStep = same;
      this.#history.replace(same);
      return repairedDesign;
    }
    this.#history.step(
      { design: repairedDesign, custom, rest },
      {
        ...(now === undefined ? {} : { now }),
        ...(this.#savedStep ? { savedState: this.#savedStep } : {}),
      },
    );
    this.#notify();
    return repairedDesign;
  }

  #notify(): void {
    this.#opened = existingPath(this.design, this.#opened);
    for (const listener of this.#listeners) listener();
  }
}
