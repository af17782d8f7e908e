import { button, h } from "../../../ui/browser/dom.ts";
import type { CallFailed } from "../../../ui/browser/session/call_failed.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";
import { renderPreview, type PdfReader } from "./preview.ts";

/** Options of the preview dialog. */
export interface PreviewSource {
  readonly name: string;
  readonly fetchPdf: (signal: AbortSignal) => Promise<Blob>;
  readonly reader: PdfReader;
  /** Called when the layout is invalid; the preview closes. */
  readonly onInvalidLayout: (error: CallFailed) => void;
  /** Lets the user edit the sample data; returns whether they did. */
  readonly editSample: (problems: ReadonlyArray<string>) => Promise<boolean>;
}

/** Shows the document in a dialog. */
export async function previewDialog(source: PreviewSource): Promise<void> {
  const dialog = new Dialog(TEXTS.preview.title, { kind: "is-preview" });
  const pages = h("div", {
    class: "preview-pages",
    tabindex: 0,
    "aria-label": TEXTS.preview.title,
  });
  const note = h("span", { class: "hint", role: "status" });
  const download = h("a", { class: "button", download: fileName(source.name), hidden: true });
  download.textContent = TEXTS.preview.download;
  const running: { stop: AbortController } = { stop: new AbortController() };
  const draw = async () => {
    running.stop.abort();
    const stop = new AbortController();
    running.stop = stop;
    note.textContent = TEXTS.preview.working;
    download.hidden = true;
    const result = await renderPreview(
      pages,
      () => source.fetchPdf(stop.signal),
      source.reader,
      stop.signal,
    );
    if (stop.signal.aborted) return;
    if (result.kind === "drawn") {
      note.textContent = TEXTS.preview.pages(result.pages);
      download.href = result.url;
      download.hidden = false;
      return;
    }
    note.textContent = "";
    const { error } = result;
    if (error.code === "invalid_request") {
      dialog.close();
      source.onInvalidLayout(error);
    } else pages.replaceChildren(refusal(error, () => void draw()));
  };
  const edit = async (problems: ReadonlyArray<string> = []) => {
    if (await source.editSample(problems)) await draw();
  };
  const refusal = (error: CallFailed, retry: () => void): HTMLElement => {
    const isData = error.code === "invalid_input_data";
    const problems = isData ? dataProblems(error) : [];
    return h(
      "div",
      { class: "refusal", role: "alert" },
      h("p", {}, isData ? TEXTS.preview.data : TEXTS.preview.failed),
      h("ul", { class: "problem-list" }, ...problems.map((each) => h("li", {}, each))),
      isData
        ? button(TEXTS.preview.editData, () => void edit(problems))
        : button(TEXTS.preview.again, retry),
    );
  };
  dialog.body.append(pages);
  dialog.actions.append(
    note,
    button(TEXTS.preview.editData, () => void edit(), { class: "at-end" }),
    download,
  );
  dialog.open();
  void draw();
  await dialog.closed;
  running.stop.abort();
}

/** Returns the problems of the data with their paths. */
export function dataProblems({ issues, message }: CallFailed): ReadonlyArray<string> {
  const problems = [
    ...issues.formErrors,
    ...Object.entries(issues.fieldErrors).flatMap(([path, messages]) =>
      messages.map((each) => `${path}: ${each}`),
    ),
  ];
  return problems.length === 0 ? [message] : problems;
}

function fileName(name: string): string {
  return `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, " ").trim()}.pdf`;
}
