import { byId } from "../../../ui/browser/dom.ts";
import type { Means } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";

/** The tab of each means, and what it shows. */
const TABS: ReadonlyArray<readonly [Means, tab: string, panel: string]> = [
  ["type", "tab-type", "by-name"],
  ["draw", "tab-draw", "by-hand"],
  ["upload", "tab-upload", "by-image"],
];

/**
 * Adds the tabs to type, draw and upload a signature.
 *
 * @param onShow Called when another tab is shown.
 */
export function setUpTabs(form: Form, onShow: () => void): void {
  const choose = (index: number) => {
    const [means, tab] = TABS[(index + TABS.length) % TABS.length] ?? ["type", "tab-type"];
    form.change({ means });
    byId(tab).focus();
  };
  TABS.forEach(([, tab], index) => {
    byId(tab).addEventListener("click", () => choose(index));
    byId(tab).removeAttribute("aria-disabled");
    byId(tab).addEventListener("keydown", ({ key }) => {
      const isMirrored = document.documentElement.dir === "rtl";
      if (key === "ArrowLeft") choose(index + (isMirrored ? 1 : -1));
      if (key === "ArrowRight") choose(index + (isMirrored ? -1 : 1));
    });
  });
  let shown: Means | undefined;
  form.show(() => {
    const { means } = form.draft;
    if (shown === means) return;
    shown = means;
    for (const [each, tab, panel] of TABS) {
      byId(tab).setAttribute("aria-selected", String(each === means));
      byId(tab).tabIndex = each === means ? 0 : -1;
      byId(panel).hidden = each !== means;
    }
    onShow();
  });
}
