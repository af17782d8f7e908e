import { assert, describe, it } from "@effect/vitest";
import { allowanceCode } from "node-zugferd/codelist/allowance";
import { chargeCode } from "node-zugferd/codelist/charge";
import { countryCode } from "node-zugferd/codelist/country";
import { currencyCode } from "node-zugferd/codelist/currency";
import { easCode } from "node-zugferd/codelist/eas";
import { icdCode } from "node-zugferd/codelist/icd";
import { itemCode } from "node-zugferd/codelist/item";
import { mimeCode } from "node-zugferd/codelist/mime";
import { paymentCode } from "node-zugferd/codelist/payment";
import { textCode } from "node-zugferd/codelist/text";
import { unitCode } from "node-zugferd/codelist/unit";
import { untdid1001Code } from "node-zugferd/codelist/untdid-1001";
import { untdid1153Code } from "node-zugferd/codelist/untdid-1153";
import { vatExCode } from "node-zugferd/codelist/vatex";

import { CODE_LISTS } from "../../packages/core/einvoices/rules/code_lists.ts";

/**
 * The lists of another implementation, from an edition of 2024, by our rules. The codes at the end are not in the
 * edition of April 2026: withdrawn currencies, and XML, which EN 16931 does not permit as an attachment.
 */
const LISTS: ReadonlyArray<
  readonly [rule: string, theirs: ReadonlyArray<string>, withdrawn: ReadonlyArray<string>]
> = [
  ["BR-CL-01", untdid1001Code, []],
  ["BR-CL-04", currencyCode, ["ANG", "BGN", "STN"]],
  ["BR-CL-07", untdid1153Code, []],
  ["BR-CL-08", textCode, []],
  ["BR-CL-11", icdCode, []],
  ["BR-CL-13", itemCode, []],
  ["BR-CL-14", countryCode, []],
  ["BR-CL-16", paymentCode, []],
  ["BR-CL-19", allowanceCode, []],
  ["BR-CL-20", chargeCode, []],
  ["BR-CL-22", vatExCode, []],
  ["BR-CL-23", unitCode, []],
  ["BR-CL-24", mimeCode, ["application/xml", "text/xml"]],
  ["BR-CL-25", easCode, []],
];

describe("the code lists of EN 16931", () => {
  it.each(LISTS)("%s has the codes of another implementation", (rule, theirs, withdrawn) => {
    const own = CODE_LISTS.find((list) => list.rule === rule);
    assert.isNotEmpty(theirs);
    assert.deepStrictEqual(
      theirs.filter((code) => own?.has(code) !== true),
      withdrawn,
    );
    for (const code of ["", "?", "NOT-A-CODE"]) assert.isFalse(own?.has(code));
  });
});
