import {
  checkLayout,
  everyField,
  STANDARDS,
  type Standards,
  StandardSetting,
  standardsOf,
} from "@paraph/core/layouts";
import type { Manifest } from "@paraph/core/manifests";
import { standardIssues } from "@paraph/core/templates";
import type { Issue } from "@paraph/core/values";
import { Option, Schema } from "effect";

import { TEXTS } from "../texts.ts";
import type { Design } from "./design.ts";
import { einvoiceOf, type Problem, toProblem } from "./problems.ts";
import type { SavedLayout } from "./saved_layout.ts";

/** A requirement that the template can break. */
type RequirementId = keyof typeof TEXTS.standard.requirements;

/** A requirement of a standard, and what breaks it. */
export interface Requirement {
  readonly id: RequirementId;
  readonly problems: ReadonlyArray<RequirementProblem>;
}

/** Why a requirement is not met, and the change of settings that fixes it, if one does. */
export interface RequirementProblem extends Problem {
  readonly fix?: Fix;
}

/** A change of settings that fixes a problem: of the layout, or of the problem's field. */
export interface Fix {
  readonly label: string;
  readonly of: "layout" | "field";
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The standards that documents of a layout conform to. */
export function standardsIn(layout: SavedLayout): Standards {
  const setting = Option.getOrUndefined(decodeSetting(layout["standard"]));
  return standardsOf(setting, einvoiceOf(layout) !== null);
}

const decodeSetting = Schema.decodeUnknownOption(StandardSetting);

/** The requirements of the standards of a layout, each with its problems. Without a standard there are none. */
export function standardChecklist(
  layout: SavedLayout,
  manifest: Manifest,
  design: Design,
): ReadonlyArray<Requirement> {
  const standards = standardsIn(layout);
  const problems = issuesOfStandard(layout, manifest).map(
    ({ path, message }) =>
      [requirementOf(path, layout), explain(path, message, layout, design)] as const,
  );
  const known = requirementsOf(standards);
  const others = problems.some(([id]) => !known.includes(id)) ? (["other"] as const) : [];
  return [...known, ...others].map((id) => ({
    id,
    problems: problems.flatMap(([of, problem]) =>
      of === id || (id === "other" && !known.includes(of)) ? [problem] : [],
    ),
  }));
}

function requirementsOf({ archive, isAccessible }: Standards): ReadonlyArray<RequirementId> {
  if (archive === undefined && !isAccessible) return [];
  return [
    ...(isAccessible
      ? (["language", "tags", "pictures", "heads", "headings", "links", "base", "added"] as const)
      : []),
    ...(archive !== undefined && STANDARDS[archive].part === 2 ? (["attachments"] as const) : []),
  ];
}

/** The problems that a layout has because of its standard. */
function issuesOfStandard(layout: SavedLayout, manifest: Manifest): ReadonlyArray<Issue> {
  // A problem of these settings would hide the others.
  const {
    title: _title,
    author: _author,
    subject: _subject,
    keywords: _keywords,
    prepend: _prepend,
    append: _append,
    standard,
    ...rest
  } = layout;
  const plain = JSON.parse(JSON.stringify(rest));
  const withoutStandard = new Set(checkLayout(plain, manifest).map(keyOf));
  return [
    ...standardIssues(JSON.parse(JSON.stringify(layout)), einvoiceOf(layout)),
    ...checkLayout({ ...plain, standard: standard ?? null }, manifest).filter(
      (issue) => !withoutStandard.has(keyOf(issue)),
    ),
  ];
}

const keyOf = ({ path, message }: Issue) => `${path} ${message}`;

const BY_SETTING: Readonly<Record<string, RequirementId>> = {
  "layout.language": "language",
  "layout.tagged": "tags",
  "layout.basePdf": "base",
  "layout.standard": "attachments",
};
const BY_FIELD_SETTING: Readonly<Record<string, RequirementId>> = {
  alt: "pictures",
  showHead: "heads",
  heading: "headings",
};

function requirementOf(path: string, layout: SavedLayout): RequirementId {
  const known = BY_SETTING[path] ?? BY_FIELD_SETTING[lastOf(path)];
  if (known !== undefined) return known;
  if (/^layout\.(?:prepend|append)\b/.test(path)) return "added";
  const field = fieldAt(path, layout);
  if (field?.path === path) return "links";
  return /\.(?:content|text)$/.test(path) ? "headings" : "other";
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

interface PathField {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly showHead: unknown;
}

/** The innermost field that a path is in. */
function fieldAt(path: string, layout: SavedLayout): PathField | undefined {
  const placed = everyField(JSON.parse(JSON.stringify(layout))).findLast(
    (each) => path === each.path || path.startsWith(`${each.path}.`),
  );
  if (placed === undefined) return undefined;
  const { name, type, showHead } = placed.field;
  return { path: placed.path, name: String(name), type: String(type), showHead };
}

/** A problem in words that name the field, with its fix. */
function explain(
  path: string,
  apiMessage: string,
  layout: SavedLayout,
  design: Design,
): RequirementProblem {
  const problem = toProblem(path, apiMessage, design);
  const id = requirementOf(path, layout);
  const field = fieldAt(path, layout);
  const kind = Object.entries(TEXTS.fields).find(([type]) => type === field?.type)?.[1] ?? "";
  const subject = field === undefined ? "" : TEXTS.standard.field(kind, field.name);
  const message =
    TEXTS.standard.broken[id]?.(subject) ??
    (subject === "" ? apiMessage : `${subject}: ${apiMessage}`);
  const fix = fixOf(
    id,
    layout,
    field?.path === path.slice(0, path.lastIndexOf(".")) ? field : undefined,
  );
  return { ...problem, message, ...(fix === undefined ? {} : { fix }) };
}

const { fixes } = TEXTS.standard;

function fixOf(
  id: RequirementId,
  layout: SavedLayout,
  field: PathField | undefined,
): Fix | undefined {
  switch (id) {
    case "tags":
      return { label: fixes.tags, of: "layout", settings: { tagged: undefined } };
    case "added":
      return {
        label: fixes.added,
        of: "layout",
        settings: { prepend: undefined, append: undefined },
      };
    case "attachments": {
      const { archive, isAccessible } = standardsIn(layout);
      const attachable = archive?.replace("pdf/a-2", "pdf/a-3");
      const standard = isAccessible ? [attachable, "pdf/ua-1"] : attachable;
      return { label: fixes.attachments, of: "layout", settings: { standard } };
    }
    case "pictures":
      return field !== undefined && PAGE_FIELD.test(field.path)
        ? { label: TEXTS.problems.fixes.decorative, of: "field", settings: { decorative: true } }
        : undefined;
    case "heads":
      return field?.showHead === false && PAGE_FIELD.test(field.path)
        ? { label: fixes.heads, of: "field", settings: { showHead: undefined } }
        : undefined;
    default:
      return undefined;
  }
}

/** A field of a page that is in no section. */
const PAGE_FIELD = /^layout\.schemas\.\d+\.\d+$/;
