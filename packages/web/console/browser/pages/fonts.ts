import { button, h, labeledControl, setError } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import { CallError } from "../api.ts";
import type { Context } from "../context.ts";
import type { Font } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { base64Of } from "../widgets/data_url.ts";
import { openDialog, textField } from "../widgets/dialog.ts";
import { size, timeOf } from "../widgets/format.ts";
import { emptyCard, loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";

const { columns: COLUMNS, fonts: PAGE } = TEXTS;

const PATH = "/v1/fonts";

/** The fonts of a project. */
export function fonts({ api }: Context): Node {
  const place = h("div", { class: "place" });

  const add = () => {
    const name = textField(COLUMNS.name, PAGE.nameHint, { maxlength: 100, spellcheck: "false" });
    const file = h("input", { type: "file", accept: ".ttf,.otf" });
    file.addEventListener("change", () => {
      setError(file);
      const [chosen] = file.files ?? [];
      if (name.input.value === "") name.input.value = nameOf(chosen);
    });
    openDialog({
      title: PAGE.add,
      controls: [labeledControl(PAGE.file, file, PAGE.fileHint), name.element],
      action: PAGE.add,
      run: async () => {
        const [chosen] = file.files ?? [];
        if (chosen === undefined) {
          setError(file, PAGE.missing);
          file.focus();
          throw new CallError(400, "");
        }
        const body = { name: name.input.value.trim(), data: await base64Of(chosen) };
        const font = await api.call<Font>("POST", PATH, body);
        showStatus(PAGE.added(font.name));
        show();
      },
    });
  };

  const remove = (name: string) =>
    openDialog({
      title: PAGE.removeTitle(name),
      text: PAGE.removeText,
      action: PAGE.remove,
      isDangerous: true,
      run: async () => {
        await api.call("DELETE", `${PATH}/${encodeURIComponent(name)}`);
        showStatus(PAGE.removed);
        show();
      },
    });

  const columns = [
    { label: COLUMNS.name, cell: ({ name }: Font) => h("code", {}, name) },
    { label: PAGE.family, cell: ({ family }: Font) => family },
    { label: PAGE.style, cell: ({ style, weight }: Font) => `${weight} ${style}` },
    { label: PAGE.scripts, cell: ({ scripts }: Font) => scripts.join(", ") },
    { label: PAGE.size, cell: ({ byteSize }: Font) => size(byteSize) },
    { label: COLUMNS.created, cell: ({ createdAt }: Font) => timeOf(createdAt) },
    {
      label: COLUMNS.action,
      cell: ({ name }: Font) =>
        button(PAGE.remove, () => remove(name), { class: "is-small", "data-right": "work" }),
    },
  ];

  function show(): void {
    place.replaceChildren(
      h(
        "div",
        { class: "actions" },
        button(PAGE.add, add, { class: "is-small is-first", "data-right": "work" }),
      ),
      loaded(async () => {
        const all = (await api.get<{ readonly fonts: ReadonlyArray<Font> }>(PATH)).fonts;
        return all.length === 0
          ? emptyCard(PAGE.empty, PAGE.advice)
          : table(TEXTS.pages.fonts, columns, all);
      }),
    );
  }

  show();
  return place;
}

/** The name of a file without its extension. */
function nameOf(file: File | undefined): string {
  return file?.name.replace(/\.[a-z0-9]+$/iu, "") ?? "";
}
