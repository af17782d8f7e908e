import { button, h } from "../../../ui/browser/dom.ts";
import { type Api, CallError } from "../api.ts";
import type { TemplateVersionDetail } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { dataUrlOf } from "../widgets/data_url.ts";
import { badge } from "../widgets/format.ts";
import { pageDifference } from "../widgets/page_difference.ts";
import { loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";
import { manifestVariables, type VariableChange, variableChanges } from "./manifest_variables.ts";
import { pictureOf, picturePath, reasonOf } from "./version_picture.ts";

const { columns: COLUMNS, templates: PAGE } = TEXTS;

/** The width of the pictures that are compared, in pixels. */
const WIDTH = 800;

/** The pages of two versions next to each other with what differs, and the variables that differ. */
export async function compareVersions(
  api: Api,
  path: string,
  from: number,
  to: number,
): Promise<Node> {
  const detailOf = (version: number) =>
    api.get<TemplateVersionDetail>(`${path}/versions/${version}`);
  const [before, after] = await Promise.all([detailOf(from), detailOf(to)]);
  const changes = variableChanges(
    manifestVariables(before.manifest),
    manifestVariables(after.manifest),
  );
  return h(
    "div",
    { class: "place" },
    comparedPages(api, path, from, to),
    h("h2", {}, PAGE.changes),
    changes.length === 0
      ? h("div", { class: "card" }, h("p", {}, PAGE.noChanges))
      : table(PAGE.changes, CHANGE_COLUMNS, changes),
  );
}

const CHANGE_COLUMNS = [
  { label: COLUMNS.key, cell: ({ key }: VariableChange) => h("code", {}, key) },
  { label: PAGE.change, cell: ({ kind }: VariableChange) => badge(PAGE.kinds[kind]) },
  {
    label: PAGE.details,
    cell: ({ properties }: VariableChange) =>
      h(
        "div",
        {},
        ...properties.map(({ name, before, after }) =>
          h("div", {}, `${name}: ${before} → ${after}`),
        ),
      ),
  },
];

/** The pages one by one, with buttons to go to the next. */
function comparedPages(api: Api, path: string, from: number, to: number): HTMLElement {
  const place = h("div", { class: "place" });
  const position = h("span", { role: "status" });
  let [page, pageCount] = [1, 1];
  const earlier = button(PAGE.previousPage, () => move(-1), { class: "is-small" });
  const later = button(PAGE.nextPage, () => move(1), { class: "is-small" });

  function move(step: number): void {
    const next = page + step;
    if (next < 1 || next > pageCount) return;
    page = next;
    show();
  }

  function show(): void {
    const shown = page;
    const load = async () => {
      const pair = await Promise.all([
        pageOf(api, path, from, shown),
        pageOf(api, path, to, shown),
      ]);
      if (shown === page) {
        pageCount = Math.max(pageCount, ...pair.map((each) => each.pageCount));
        position.textContent = PAGE.pageNumber(page, pageCount);
        earlier.setAttribute("aria-disabled", String(page === 1));
        later.setAttribute("aria-disabled", String(page === pageCount));
      }
      return figures(pair, shown);
    };
    place.replaceChildren(loaded(load));
  }

  show();
  return h(
    "div",
    { class: "place" },
    h("div", { class: "actions pager" }, earlier, position, later),
    place,
  );
}

/** The picture of a page, or why there is none. */
interface ComparedPage {
  readonly versionNumber: number;
  readonly image: Blob | undefined;
  readonly reason: string;
  /** 0 if it is not known. */
  readonly pageCount: number;
}

async function pageOf(
  api: Api,
  path: string,
  versionNumber: number,
  page: number,
): Promise<ComparedPage> {
  try {
    const { image, pageCount } = await api.pageImage(
      picturePath(path, { versionNumber, page, width: WIDTH }),
    );
    return { versionNumber, image, reason: "", pageCount };
  } catch (error) {
    if (!(error instanceof CallError) || ![404, 409].includes(error.status)) throw error;
    const reason = error.status === 404 ? PAGE.noPage(page) : reasonOf(error);
    return { versionNumber, image: undefined, reason, pageCount: 0 };
  }
}

async function figures(
  pair: readonly [ComparedPage, ComparedPage],
  page: number,
): Promise<HTMLElement> {
  const [before, after] = pair;
  const isKnown = before.image !== undefined || after.image !== undefined;
  const [difference, ...pictures] = await Promise.all([
    isKnown ? pageDifference(before.image, after.image) : undefined,
    ...pair.map(async ({ image, reason, versionNumber }) =>
      h(
        "figure",
        { class: "card document" },
        h("figcaption", {}, PAGE.version(versionNumber)),
        image === undefined
          ? h("p", { class: "hint" }, reason)
          : pictureOf(await dataUrlOf(image), { versionNumber, page }),
      ),
    ),
  ]);
  if (difference === undefined) return h("div", { class: "compared" }, ...pictures);
  const { picture, share } = difference;
  const summary = share === 0 ? PAGE.equal : PAGE.differ(percent(share));
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", `${PAGE.differences}: ${summary}`);
  return h(
    "div",
    { class: "compared" },
    ...pictures,
    h(
      "figure",
      { class: "card document" },
      h("figcaption", {}, PAGE.differences),
      picture,
      h("p", { class: "hint" }, summary),
    ),
  );
}

/** A share as text. Small ones are not shown as 0. */
function percent(share: number): string {
  const text = new Intl.NumberFormat(undefined, { style: "percent", maximumSignificantDigits: 2 });
  return text.format(share);
}
