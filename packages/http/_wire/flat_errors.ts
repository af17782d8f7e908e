/** What lies below these paths answers with flat errors (contract §2). */
const FLAT = ["/v1/admin/"];

/** Whether errors of a path are `{ error: code, message }` instead of `{ error: { code, message } }`. */
export function hasFlatErrors(path: string): boolean {
  return FLAT.some((prefix) => path.startsWith(prefix));
}
