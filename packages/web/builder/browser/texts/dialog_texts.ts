/** Texts of the dialog about a template that someone else saved. */
export const CONFLICT_TEXTS = {
  title: "Someone else saved",
  text: "This template was changed elsewhere since you opened it. Keep your version, or load theirs and lose your changes.",
  overwrite: "Keep mine",
  reload: "Load theirs",
  stay: "Not now",
} as const;

/** Texts of the dialog before a template is deleted. */
export const REMOVE_TEXTS = {
  title: "Delete this template?",
  text: "Its rendered documents stay. This cannot be undone.",
  confirm: "Delete",
  cancel: "Cancel",
} as const;
