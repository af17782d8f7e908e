import type { AuditTrail } from "./audit_event.ts";

/** An audit trail as `audit.json` has it: what it is about comes first. */
export function auditJson(trail: AuditTrail): string {
  const { format, requestId, originalSha256, sealedSha256, events, head, length } = trail;
  const subject = {
    format,
    requestId,
    originalSha256,
    ...(sealedSha256 === undefined ? {} : { sealedSha256 }),
  };
  return `${JSON.stringify({ ...subject, events, head, length }, null, 2)}\n`;
}
