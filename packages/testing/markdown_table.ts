/** Returns the rows of all tables below a comment on a page, without their heads, as cells. */
export function tablesAfter(comment: string, page: string): ReadonlyArray<ReadonlyArray<string>> {
  const [, ...parts] = page.split(`<!-- ${comment} -->\n\n`);
  return parts.flatMap((part) => {
    const [table = ""] = part.split("\n\n");
    return table
      .split("\n")
      .slice(2)
      .map((row) =>
        row
          .split(/(?<!\\)\|/u)
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
  });
}

/** Returns the code spans of a text. */
export const codesIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/`([^`]+)`/gu), ([, code = ""]) => code);
