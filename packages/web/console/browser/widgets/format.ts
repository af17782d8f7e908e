import { h } from "../../../ui/browser/dom.ts";
import type { Render } from "../resources.ts";
import { TEXTS } from "../texts.ts";

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A time in the user's language and time zone; its tooltip has the exact time in UTC. */
export function timeOf(iso: string | null): HTMLElement {
  if (iso === null) return h("span", { class: "hint" }, "–");
  return h("time", { datetime: iso, title: iso }, TIME.format(new Date(iso)));
}

/** A status with its color. */
export function badge(status: string): HTMLElement {
  return h("span", { class: `badge is-${toneOf(status)}` }, status.replaceAll("_", " "));
}

const GOOD = new Set(["succeeded", "completed", "enabled", "signed", "active", "ready"]);
const BAD = new Set([
  "failed",
  "declined",
  "expired",
  "cancelled",
  "disabled",
  "revoked",
  "delivery_failed",
]);

function toneOf(status: string): string {
  if (GOOD.has(status)) return "good";
  return BAD.has(status) ? "bad" : "neutral";
}

/** A short value of a table that stays on one line. */
export function whole(text: string): HTMLElement {
  return h("span", { class: "is-whole" }, text);
}

/** A value with a hint below it. */
export function withHint(value: Node | string, ...hint: ReadonlyArray<Node | string>): HTMLElement {
  return h("span", {}, value, h("br"), h("span", { class: "hint" }, ...hint));
}

/** Milliseconds as text. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return "–";
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Bytes as text. */
export function size(bytes: number | null): string {
  if (bytes === null) return "–";
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}

/** The name of a render's document: its file, or the template with its version. */
export function documentName({ id, filename, templateSlug, versionNumber }: Render): string {
  if (filename !== null) return filename;
  if (templateSlug === null || versionNumber === null) return id;
  return TEXTS.renders.ofVersion(templateSlug, versionNumber);
}

/** A template with its version on one line. A long name is cut, the version never. */
export function templateVersion(template: string, version: number): HTMLElement {
  return h(
    "span",
    { class: "template-version", title: TEXTS.renders.ofVersion(template, version) },
    h("span", {}, template),
    h("span", {}, `\u00a0· ${version}`),
  );
}

/** A language in that language, such as `Deutsch`. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}
