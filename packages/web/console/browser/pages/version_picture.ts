import { h } from "../../../ui/browser/dom.ts";
import { type Api, CallError } from "../api.ts";
import { TEXTS } from "../texts.ts";
import { dataUrlOf } from "../widgets/data_url.ts";

const { templates: PAGE } = TEXTS;

/** A page of a version, from 1, and the width of its picture in pixels. */
interface PageOfVersion {
  readonly versionNumber: number;
  readonly page: number;
  readonly width: number;
}

/** The API path of a picture. */
export function picturePath(path: string, { versionNumber, page, width }: PageOfVersion): string {
  return `${path}/versions/${versionNumber}/pages/${page}.png?width=${width}`;
}

/** The picture of a page of a version with sample data, or why there is none. */
export function versionPicture(api: Api, path: string, page: PageOfVersion): HTMLElement {
  const place = h("div", { class: "picture", "aria-busy": "true" });
  const show = async () => {
    try {
      const image = await api.file(picturePath(path, page));
      place.replaceChildren(pictureOf(await dataUrlOf(image), page));
    } catch (error) {
      place.replaceChildren(h("p", { class: "hint" }, reasonOf(error)));
    }
    place.removeAttribute("aria-busy");
  };
  void show();
  return place;
}

/** An image of a page, with its version as text. */
export function pictureOf(
  src: string,
  { versionNumber, page }: Pick<PageOfVersion, "versionNumber" | "page">,
): HTMLImageElement {
  return h("img", { src, alt: PAGE.pageOf(page, versionNumber) });
}

/** Why a picture could not be loaded. */
export function reasonOf(error: unknown): string {
  return error instanceof CallError ? error.message : TEXTS.failed;
}
