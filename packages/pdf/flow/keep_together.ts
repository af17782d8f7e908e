import { BESIDE, type FlowArea, type FlowBox, TOLERANCE } from "./flow_box.ts";
import { overlapsAny, topDown } from "./stands_above.ts";

/** Boxes that no page break parts, as one. */
export interface Group extends FlowBox {
  readonly members: ReadonlyArray<number>;
}

/**
 * Groups boxes that lie over or beside each other, so that a page break does not part a label from its
 * value or a frame from what it holds. What may be divided never joins a group, nor does a group stay
 * together that reaches around something divisible or is too high for a page. A break on demand parts
 * what it stands in the middle of.
 */
export function keepTogether(boxes: ReadonlyArray<FlowBox>, area: FlowArea): ReadonlyArray<Group> {
  const groups: Array<Group> = [];
  const order = topDown(boxes);
  const hasDivisible = overlapsAny(
    boxes.filter(({ extent }) => extent.kind === "divisible"),
    TOLERANCE,
  );
  const begins = beginningPages(boxes, order);
  let members: Array<FlowMember> = [];
  let bottom = Number.NEGATIVE_INFINITY;
  const close = () => {
    const group = groupOf(members);
    const isTooHigh = group.height > area.bottom - area.top;
    if (isTooHigh || hasDivisible(group))
      groups.push(...members.map((member) => groupOf([member])));
    else if (members.length > 0) groups.push(group);
    members = [];
    bottom = Number.NEGATIVE_INFINITY;
  };
  for (const at of order) {
    const box = boxes[at];
    if (box === undefined) continue;
    const member = { ...box, at, breakBefore: begins.has(at) };
    if (box.extent.kind === "divisible") {
      groups.push({ ...member, members: [at] });
      continue;
    }
    const [first] = members;
    const isBroken = member.breakBefore && first !== undefined && box.top - first.top > BESIDE;
    if (isBroken || box.top >= bottom - TOLERANCE) close();
    members.push(member);
    bottom = Math.max(bottom, box.top + Math.max(box.height, 0.1));
  }
  close();
  return groups;
}

interface FlowMember extends FlowBox {
  readonly at: number;
}

/** What begins a page on demand, and what stands beside it. */
function beginningPages(
  boxes: ReadonlyArray<FlowBox>,
  order: ReadonlyArray<number>,
): ReadonlySet<number> {
  const begins = new Set<number>();
  order.forEach((at, position) => {
    const box = boxes[at];
    if (box?.breakBefore !== true) return;
    begins.add(at);
    for (let above = position - 1; above >= 0; above--) {
      const other = order[above] ?? 0;
      if (box.top - (boxes[other]?.top ?? 0) > BESIDE) break;
      begins.add(other);
    }
  });
  return begins;
}

function groupOf(held: ReadonlyArray<FlowMember>): Group {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const box of held) {
    top = Math.min(top, box.top);
    bottom = Math.max(bottom, box.top + box.height);
  }
  const height = held.length === 0 ? 0 : bottom - top;
  return {
    top,
    height,
    breakBefore: held.some(({ breakBefore }) => breakBefore),
    keepWithNext: held.some(({ keepWithNext }) => keepWithNext),
    extent: { kind: "whole", height },
    members: held.map(({ at }) => at),
  };
}
