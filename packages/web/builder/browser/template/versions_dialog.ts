import { button, h } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { ask, Dialog } from "../widgets/dialog.ts";
import type { Version } from "./templates.ts";

/** Shows the published versions, newest first; returns the version to restore. */
export async function versionsDialog(
  load: () => Promise<ReadonlyArray<Version>>,
  current: number | null,
  mayRestore: boolean,
): Promise<number | undefined> {
  const dialog = new Dialog(TEXTS.versions.title, { kind: "is-form" });
  const result: { version?: number } = {};
  dialog.body.append(h("p", { class: "hint", role: "status" }, TEXTS.versions.loading));
  dialog.actions.append(button(TEXTS.versions.close, () => dialog.close()));
  dialog.open();
  const restore = async (version: number) => {
    const { restoreTitle, restoreText, restore: label } = TEXTS.versions;
    const isSure = await ask(restoreTitle(version), restoreText, [
      { label: TEXTS.remove.cancel, value: false },
      { label, value: true, kind: "is-first" },
    ]);
    if (isSure !== true) return;
    result.version = version;
    dialog.close();
  };
  try {
    const versions = await load();
    dialog.body.replaceChildren(
      versions.length === 0
        ? h("p", { class: "hint" }, TEXTS.versions.none)
        : h(
            "ul",
            { class: "versions" },
            ...versions.map(({ versionNumber, createdAt }) =>
              h(
                "li",
                {},
                h("strong", {}, TEXTS.versions.version(versionNumber)),
                h("time", { datetime: createdAt }, dayAndTime(createdAt)),
                versionNumber === current
                  ? h("span", { class: "badge" }, TEXTS.versions.current)
                  : mayRestore &&
                      button(TEXTS.versions.restore, () => void restore(versionNumber), {
                        class: "is-small",
                      }),
              ),
            ),
          ),
    );
  } catch (error) {
    dialog.close();
    throw error;
  }
  await dialog.closed;
  return result.version;
}

function dayAndTime(iso: string): string {
  return new Date(iso).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
