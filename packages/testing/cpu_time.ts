/**
 * CPU time in milliseconds that this thread has used since `before`. Unlike elapsed time, it is the same on a
 * busy machine.
 *
 * @param before The result of `process.threadCpuUsage()`.
 */
export function threadMillisSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
