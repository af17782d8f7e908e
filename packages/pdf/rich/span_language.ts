const TAG = "[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}";
const ATTRIBUTE = new RegExp(`^lang=(${TAG})$`);
const ATTRIBUTES = new RegExp(`\\blang=(${TAG})(?=[\\s}])`, "g");

/** More languages of one document are in the tags, but do not divide words. */
const MAX_LANGUAGES = 20;

/** The language of an attribute such as `lang=fr`, as a BCP 47 tag. */
export function parseLanguage(attribute: string): string | undefined {
  const tag = ATTRIBUTE.exec(attribute)?.[1];
  return tag !== undefined && isTag(tag) ? tag : undefined;
}

/** The languages of spans in Markdown, and of what only looks like one. */
export function languagesOfSpans(markdown: string): ReadonlyArray<string> {
  const tags = new Set<string>();
  for (const [, tag = ""] of markdown.matchAll(ATTRIBUTES)) {
    if (isTag(tag)) tags.add(tag);
    if (tags.size === MAX_LANGUAGES) break;
  }
  return [...tags];
}

function isTag(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language !== "";
  } catch {
    return false;
  }
}
