/** The lines of a `.env` file that would change. */
const lineOf = (name: string) => new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, "mu");

/**
 * The text of a `.env` file with these variables: existing lines of theirs are replaced, others are added at
 * the end.
 */
export function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [name, value] of Object.entries(variables)) {
    const line = `${name}=${value}`;
    const pattern = lineOf(name);
    if (pattern.test(result)) result = result.replace(pattern, () => line);
    else result = `${result}${result === "" || result.endsWith("\n") ? "" : "\n"}${line}\n`;
  }
  return result;
}

const ENV_PATTERNS = new Set([".env", "/.env", "**/.env", ".env*", "/.env*", "*.env"]);

/** The text of a `.gitignore` file that ignores `.env`; `undefined` if it already does. */
export function withIgnoredEnv(text: string): string | undefined {
  if (text.split(/\r?\n/u).some((line) => ENV_PATTERNS.has(line.trim()))) return undefined;
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}.env\n`;
}
