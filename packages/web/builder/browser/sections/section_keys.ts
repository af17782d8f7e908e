import type { SectionCommands } from "./section_commands.ts";

/**
 * Leaves the open section with Escape. A drag that Escape cancels comes first.
 *
 * @param pages The element of the pages.
 */
export function listenForSections(pages: HTMLElement, sections: SectionCommands): void {
  pages.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !sections.leave()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
