let lastKey = 0;

/** A key that no other recipient or field has. */
export function nextKey(): number {
  lastKey += 1;
  return lastKey;
}
