import type { SqlClient, Statement } from "effect/sql";

/** Letters and digits beyond ASCII, by block, since a database's own classes depend on its locale. */
const LETTERS = String.raw`\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3021-\u302f\u3031-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U00010000-\U0001efff\U00020000-\U0003ffff`;

/** After one of these characters, the text belongs to a longer address. */
const BEFORE = `(?<![a-z0-9.!#$%&'*+/=?^_\`{|}~@${LETTERS}-])`;

/** Before one of these, the domain is longer; a full stop or a dash may also end a sentence. */
const AFTER = `(?![.]?[a-z0-9_@${LETTERS}]|-+[a-z0-9_@${LETTERS}])`;

/** A JSON escape is never part of an address: it separates words. */
const ESCAPE_SEQUENCE = String.raw`\\(u[0-9a-fA-F]{4}|.)`;

/** Tests whether text or JSON in the database contains an address, as a whole and in any case. */
export function namingOf(sql: SqlClient.SqlClient, email: string) {
  const literal = email.replaceAll(/[^\p{L}\p{N}]/gu, (mark) =>
    mark < "\u0080" ? `\\${mark}` : mark,
  );
  // Most texts do not contain it at all, which this check finds faster.
  const holds = (text: Statement.Fragment) => sql`position(lower(${email}) IN lower(${text})) > 0`;
  const names = (text: Statement.Fragment) =>
    sql`lower(${text}) ~ (${BEFORE}::text || lower(${literal}) || ${AFTER}::text)`;
  return {
    inText: (text: Statement.Fragment) => sql`(${holds(text)} AND ${names(text)})`,
    inJson: (json: Statement.Fragment) =>
      sql`(
        ${holds(sql`${json}::text`)}
        AND ${names(sql`regexp_replace(${json}::text, ${ESCAPE_SEQUENCE}, ' ', 'g')`)}
      )`,
  };
}
