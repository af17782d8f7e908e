import { LANGUAGES } from "@paraph/core/values";

import { button, h, labeledControl, select } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import { CallError } from "../api.ts";
import type { Context } from "../context.ts";
import type { ProjectDetail } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { dataUrlOf } from "../widgets/data_url.ts";
import { textField } from "../widgets/dialog.ts";
import { languageName } from "../widgets/format.ts";
import { emptyCard, loaded } from "../widgets/states.ts";

const { branding: PAGE } = TEXTS;

const MAX_LOGO_BYTES = 256 * 1024;

/** The branding and language of a project. Only sessions of accounts may change them. */
export function branding({ api, session }: Context): Node {
  if (session.kind === "project") return emptyCard(PAGE.accountOnly, PAGE.accountAdvice);
  const path = `/v1/projects/${api.project ?? ""}`;
  return loaded(async () =>
    brandingForm(await api.get<ProjectDetail>(path), (change) =>
      api.call<ProjectDetail>("PATCH", path, change),
    ),
  );
}

function brandingForm(
  project: ProjectDetail,
  save: (change: object) => Promise<ProjectDetail>,
): HTMLElement {
  const current = project.branding;
  const name = textField(PAGE.name, PAGE.nameHint, { value: current.name ?? "", maxlength: 200 });
  const color = textField(PAGE.color, PAGE.colorHint, {
    value: current.primaryColor ?? "",
    maxlength: 7,
    placeholder: "#0b6e4f",
    spellcheck: "false",
  });
  const replyTo = textField(PAGE.replyTo, PAGE.replyToHint, {
    value: current.replyTo ?? "",
    type: "email",
    maxlength: 254,
  });
  const footer = h("textarea", { rows: 3, maxlength: 500 }, current.footer ?? "");
  let language = project.language;
  const languages = select(
    LANGUAGES.map((tag) => [tag, languageName(tag)] as const),
    language,
    (tag) => {
      language = tag;
    },
  );
  const logo = logoField(current.logo);
  const problem = h("p", { class: "problem", role: "alert" });
  const confirm = h("button", { class: "is-first", "data-right": "manage" }, PAGE.save);

  const submit = async () => {
    if (confirm.getAttribute("aria-disabled") === "true") return;
    confirm.setAttribute("aria-disabled", "true");
    problem.textContent = "";
    const fields = {
      name: orNull(name.input),
      primaryColor: orNull(color.input),
      replyTo: orNull(replyTo.input),
      footer: orNull(footer),
    };
    try {
      await save({ language, branding: { ...fields, ...logo.change() } });
      showStatus(PAGE.saved);
    } catch (error) {
      problem.textContent = error instanceof CallError ? error.message : TEXTS.failed;
    }
    confirm.removeAttribute("aria-disabled");
  };

  return h(
    "form",
    {
      class: "card settings",
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
    h("p", {}, PAGE.lead),
    name.element,
    logo.element,
    color.element,
    replyTo.element,
    labeledControl(PAGE.footer, footer, PAGE.footerHint),
    labeledControl(PAGE.language, languages, PAGE.languageHint),
    problem,
    h("div", { class: "actions" }, confirm),
  );
}

/** The logo with a preview; `change` has it if it was changed. */
function logoField(stored: string | null): {
  readonly element: HTMLElement;
  readonly change: () => { readonly logo?: string | null };
} {
  let logo = stored;
  const file = h("input", { type: "file", accept: "image/png,image/jpeg,image/svg+xml" });
  const preview = h("div", { class: "logo-preview" });
  const problem = h("p", { class: "problem", role: "alert" });
  const show = () => {
    preview.replaceChildren(
      ...(logo === null
        ? [h("span", { class: "hint" }, PAGE.noLogo)]
        : [
            h("img", { src: logo, alt: PAGE.preview }),
            button(
              PAGE.removeLogo,
              () => {
                logo = null;
                file.value = "";
                show();
              },
              { class: "is-small" },
            ),
          ]),
    );
  };
  const choose = async () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    problem.textContent = chosen.size > MAX_LOGO_BYTES ? PAGE.tooLarge : "";
    if (chosen.size > MAX_LOGO_BYTES) return;
    try {
      logo = await dataUrlOf(chosen);
      show();
    } catch {
      problem.textContent = TEXTS.failed;
    }
  };
  file.addEventListener("change", () => void choose());
  show();
  const element = h(
    "div",
    { class: "control" },
    labeledControl(PAGE.logo, file, PAGE.logoHint),
    preview,
    problem,
  );
  return { element, change: () => (logo === stored ? {} : { logo }) };
}

function orNull({ value }: { readonly value: string }): string | null {
  return value.trim() === "" ? null : value.trim();
}
