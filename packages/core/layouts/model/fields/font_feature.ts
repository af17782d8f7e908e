import { Schema } from "effect";

import { nearestName } from "../../../manifests/mod.ts";

/** The OpenType features that a layout can switch on, or off with a minus sign. Fonts have some of them. */
const FONT_FEATURES: ReadonlySet<string> = new Set([
  ..."aalt afrc c2pc c2sc calt case chws clig cpsp cswh cv00 dlig dnom expt frac fwid".split(" "),
  ..."halt hist hlig hojo hwid ital jp04 jp78 jp83 jp90 kern liga lnum locl mgrk nalt".split(" "),
  ..."nlck numr onum ordn ornm palt pcap pkna pnum pwid qwid rclt ruby salt sinf smcp".split(" "),
  ..."smpl subs sups swsh titl tnam tnum trad twid unic zero".split(" "),
  ...Array.from({ length: 20 }, (_, index) => `ss${String(index + 1).padStart(2, "0")}`),
  ...Array.from({ length: 99 }, (_, index) => `cv${String(index + 1).padStart(2, "0")}`),
]);

/** Names that people use for features. */
const COMMON_NAMES: Readonly<Record<string, string>> = {
  tabular: "tnum",
  proportional: "pnum",
  "old-style": "onum",
  oldstyle: "onum",
  lining: "lnum",
  "small-caps": "smcp",
  smallcaps: "smcp",
  fractions: "frac",
  ligatures: "liga",
  kerning: "kern",
};

/** The tag of an OpenType feature, such as `tnum`; `-liga` switches a feature off. */
export const FontFeature = Schema.String.check(
  Schema.makeFilter((feature) => {
    const tag = feature.replace(/^-/, "");
    if (FONT_FEATURES.has(tag)) return true;
    const nearest = Object.hasOwn(COMMON_NAMES, tag.toLowerCase())
      ? COMMON_NAMES[tag.toLowerCase()]
      : nearestName(tag, FONT_FEATURES);
    const problem = "Not an OpenType feature such as tnum, onum or smcp";
    return nearest === undefined ? problem : `${problem}. Did you mean "${nearest}"?`;
  }),
);
