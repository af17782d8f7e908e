import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { pageOf, pageRequest } from "./page.ts";

const Ids = Schema.Array(Schema.String.check(Schema.isUUID(7)));
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }));

describe("pageOf()", () => {
  it.prop("neither loses nor repeats rows across pages", [Ids, Limit], ([ids, limit]) => {
    const table = [...new Set(ids.map((id) => id.toLowerCase()))].toSorted().toReversed();
    const pageIds: Array<string> = [];
    let cursor: string | null = null;
    do {
      const { before } = pageRequest(cursor === null ? {} : { cursor });
      const rows = table.filter((id) => before === undefined || id < before).slice(0, limit + 1);
      const page = pageOf(
        rows.map((id) => ({ id })),
        limit,
      );
      pageIds.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepStrictEqual(pageIds, table);
  });
});
