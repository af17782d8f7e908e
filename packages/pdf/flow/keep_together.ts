import { overlapsAny, topDown } from "./boxes_above.ts";
import { TOLERANCE } from "./columns.ts";
import { SAME_ROW, type FlowArea, type FlowBox } from "./flow_box.ts";

/** Boxes that a page break does not separate, as one box. */
export interface Group extends FlowBox {
  readonly members: ReadonlyArray<number>;
}

/**
 * Groups boxes that overlap vertically, so that a page break does not separate a label from its value or a
 * frame from its content. Divisible boxes never join a group. A group is dissolved when it is next to a
 * divisible box or too high for a page. A forced page break inside a group splits it.
 */
export function keepTogether(boxes: ReadonlyArray<FlowBox>, area: FlowArea): ReadonlyArray<Group> {
  const groups: Array<Group> = [];
  const order = topDown(boxes);
  const hasDivisible = overlapsAny(
    boxes.filter(({ extent }) => extent.kind === "divisible"),
    TOLERANCE,
  );
  const forcedStarts = forcedPageStarts(boxes, order);
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
  for (const index of order) {
    const box = boxes[index];
    if (box === undefined) continue;
    const member = { ...box, boxIndex: index, breakBefore: forcedStarts.has(index) };
    if (box.extent.kind === "divisible") {
      groups.push({ ...member, members: [index] });
      continue;
    }
    const [first] = members;
    const isBroken = member.breakBefore && first !== undefined && box.top - first.top > SAME_ROW;
    if (isBroken || box.top >= bottom - TOLERANCE) close();
    members.push(member);
    bottom = Math.max(bottom, box.top + Math.max(box.height, 0.1));
  }
  close();
  return groups;
}

interface FlowMember extends FlowBox {
  readonly boxIndex: number;
}

/** The boxes with a forced page break, and the boxes in the same row. */
function forcedPageStarts(
  boxes: ReadonlyArray<FlowBox>,
  order: ReadonlyArray<number>,
): ReadonlySet<number> {
  const pageStarts = new Set<number>();
  order.forEach((offset, position) => {
    const box = boxes[offset];
    if (box?.breakBefore !== true) return;
    pageStarts.add(offset);
    for (let above = position - 1; above >= 0; above--) {
      const other = order[above] ?? 0;
      if (box.top - (boxes[other]?.top ?? 0) > SAME_ROW) break;
      pageStarts.add(other);
    }
  });
  return pageStarts;
}

function groupOf(boxesOfGroup: ReadonlyArray<FlowMember>): Group {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const box of boxesOfGroup) {
    top = Math.min(top, box.top);
    bottom = Math.max(bottom, box.top + box.height);
  }
  const height = boxesOfGroup.length === 0 ? 0 : bottom - top;
  const blocks = new Set(boxesOfGroup.flatMap((box) => box.blocks ?? []));
  const notes = boxesOfGroup.flatMap((box) => box.notes ?? []);
  return {
    top,
    height,
    breakBefore: boxesOfGroup.some(({ breakBefore }) => breakBefore),
    keepWithNext: boxesOfGroup.some(({ keepWithNext }) => keepWithNext),
    keepTogether: true,
    extent: { kind: "whole", height },
    isShifted: boxesOfGroup.some(({ isShifted }) => isShifted === true),
    ...(blocks.size === 0 ? {} : { blocks: [...blocks] }),
    ...(notes.length === 0 ? {} : { notes }),
    members: boxesOfGroup.map(({ boxIndex }) => boxIndex),
  };
}
